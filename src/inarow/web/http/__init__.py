"""The transport of the page: connections, requests, jobs and files."""
