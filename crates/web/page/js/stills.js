// Games whose beginnings are shown where nothing was played yet.

/** What the first page shows before the engines go on. */
export const Stills = {
  living: {
    game: 'blokus-duo',
    moves: 'f8,e9,f9,g9,e10 i4,h5,i5,j5,i6 g5,g6,g7,h7,i7 k6,l6,j7,k7,j8 i9,j9,k9,h10,i10 l8,l9,l10,m10,l11 g2,h2,f3,g3,f4 j11,i12,j12,k12,i13'.split(' '),
  },
};
