public class ConnectFour {
    public static void main(String[] args) {
        if (args.length != 2 && args.length != 4) System.exit(2);
        boolean prune = args.length == 2 || args[2].equals("A");
        Searcher searcher = new Searcher(new Grid(args[0]), prune);
        int depth = args.length == 2 ? 5 : Integer.parseInt(args[3]);
        int column = searcher.column(depth, args[1].equals("red"));
        System.out.println(column);
        if (args.length == 4) System.out.println(searcher.nodes);
    }
}
