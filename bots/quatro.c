/* A bot for quatro that speaks UGI: plays any legal move; a seed may follow its name.
   Build and try: cc -o /tmp/quatro bots/quatro.c && plywood check-engine ugi:/tmp/quatro --game quatro */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int board[16]; /* a piece from 0 to 15, or -1; a1 is top left */

static int digit(char c) { return c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= '0' && c <= '9' ? c - '0' : -1; }

static void read_position(char *text) { /* `startpos` or `fen ROWS HAND`, then perhaps `moves m1 m2 ...` */
    char *word = strtok(text, " ");
    for (int i = 0; i < 16; i++) board[i] = -1;
    if (word && !strcmp(word, "fen")) word = strtok(NULL, " ");
    if (word && strlen(word) == 19)
        for (int i = 0; i < 16; i++) board[i] = digit(word[i + i / 4]);
    while (word && strcmp(word, "moves")) word = strtok(NULL, " ");
    while (word && (word = strtok(NULL, " "))) /* a move is PIECE@CELL */
        if (strlen(word) == 4 && word[2] >= 'a' && word[2] <= 'd' && word[3] >= '1' && word[3] <= '4')
            board[4 * (word[3] - '1') + word[2] - 'a'] = digit(word[0]);
}

static void choose(void) {
    int used[16] = {0}, n = 0, move = -1;
    for (int i = 0; i < 16; i++) if (board[i] >= 0) used[board[i]] = 1;
    for (int piece = 0; piece < 16; piece++)
        for (int cell = 0; cell < 16; cell++)
            if (!used[piece] && board[cell] < 0 && rand() % ++n == 0) /* each is as likely as the next */
                move = 16 * piece + cell;
    if (move < 0) puts("bestmove none");
    else printf("bestmove %x@%c%d\n", move / 16, 'a' + move % 4, move % 16 / 4 + 1);
}

int main(int n_words, char **words) {
    static char text[65536];
    srand(n_words > 1 ? (unsigned)atoi(words[1]) : 0);
    read_position(strcpy(text, "startpos"));
    while (fgets(text, sizeof text, stdin)) {
        text[strcspn(text, "\r\n")] = 0;
        if (!strcmp(text, "ugi")) puts("id name C sample\nid author Plywood\nugiok");
        else if (!strcmp(text, "isready")) puts("readyok");
        else if (!strncmp(text, "position ", 9)) read_position(text + 9);
        else if (!strncmp(text, "go", 2)) choose();
        else if (!strcmp(text, "quit")) break;
        fflush(stdout);
    }
}
