import java.util.*;

/** A bot for quatro that speaks UGI: plays any legal move; a seed may follow its name.
 *  Try it: plywood check-engine "ugi:java bots/Quatro.java" --game quatro */
class Quatro {
    static int[] board = new int[16]; // a piece from 0 to 15, or -1; a1 is top left
    static Random random;

    /** `startpos` or `fen ROWS HAND`, then perhaps `moves m1 m2 …`. */
    static void readPosition(List<String> words) {
        Arrays.fill(board, -1);
        String rows = words.get(words.get(0).equals("fen") ? 1 : 0).replace("/", "");
        for (int i = 0; i < 16 && rows.length() == 16; i++) board[i] = Character.digit(rows.charAt(i), 16);
        int moves = words.indexOf("moves");
        for (String move : words.subList(moves < 0 ? words.size() : moves + 1, words.size()))
            board[move.charAt(2) - 'a' + 4 * (move.charAt(3) - '1')] = Character.digit(move.charAt(0), 16);
    }

    static String choose() {
        List<String> moves = new ArrayList<>();
        for (int piece = 0; piece < 16; piece++) {
            final int wanted = piece;
            if (Arrays.stream(board).anyMatch(used -> used == wanted)) continue;
            for (int cell = 0; cell < 16; cell++) {
                if (board[cell] >= 0) continue;
                moves.add(Integer.toHexString(piece) + "@" + (char) ('a' + cell % 4) + (cell / 4 + 1));
            }
        }
        return moves.isEmpty() ? "none" : moves.get(random.nextInt(moves.size()));
    }

    public static void main(String[] arguments) {
        random = new Random(arguments.length > 0 ? Long.parseLong(arguments[0]) : 0);
        Arrays.fill(board, -1);
        for (Scanner in = new Scanner(System.in); in.hasNextLine();) {
            List<String> words = List.of(in.nextLine().trim().split("\\s+"));
            try {
                switch (words.get(0)) {
                    case "ugi" -> System.out.println("id name Java sample\nid author Plywood\nugiok");
                    case "isready" -> System.out.println("readyok");
                    case "position" -> readPosition(words.subList(1, words.size()));
                    case "go" -> System.out.println("bestmove " + choose());
                    case "quit" -> System.exit(0);
                }
            } catch (IndexOutOfBoundsException e) { // a line that makes no sense is no reason to die
                System.out.println("info string error: " + e.getMessage());
            }
        }
    }
}
