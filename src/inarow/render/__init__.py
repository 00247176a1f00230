"""Pictures of positions, trees and measurements, as text and as SVG."""
