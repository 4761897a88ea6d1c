//! Two strategies play games against each other.

use std::fmt;

use plywood_contract::{Game, Message, Seat, explained, message};

use super::{Random, Strategy};

/// Lets two strategies play `n_games`, taking turns to move first. Each pair of games begins with the same two
/// random plies, so that deterministic players do not repeat themselves.
///
/// ```
/// use plywood_games::connect_four::ConnectFour;
/// use plywood_judges::connect_four::Middle;
/// use plywood_search::play::{AlphaBeta, Random, play_match};
///
/// let mut thinker = AlphaBeta::new(&ConnectFour).judge(Middle).depth(3);
/// let mut chance = Random::new(&ConnectFour, 5);
/// let tally = play_match(&ConnectFour, &mut thinker, &mut chance, 20).unwrap();
/// assert!(tally.score() > 0.8, "{tally}");
/// ```
pub fn play_match<G: Game>(
    game: &G,
    first: &mut dyn Strategy<G>,
    second: &mut dyn Strategy<G>,
    n_games: u32,
) -> Result<Tally, Foul> {
    Match::new(game).games(n_games).play(first, second)
}

/// A match of two strategies.
///
/// ```
/// use plywood_games::othello::Othello;
/// use plywood_search::play::{Match, Mcts, Random};
///
/// let mut player = Mcts::new(&Othello).simulations(50);
/// let mut chance = Random::new(&Othello, 5);
/// let tally = Match::new(&Othello).games(4).random_plies(6).seed(2).play(&mut player, &mut chance);
/// assert_eq!(tally.unwrap().games(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Match<'g, G> {
    game: &'g G,
    n_games: u32,
    random_plies: u32,
    seed: u64,
}

impl<'g, G: Game> Match<'g, G> {
    /// Ten games, each pair from the same two random plies.
    pub fn new(game: &'g G) -> Self {
        Self { game, n_games: 10, random_plies: 2, seed: 0 }
    }

    /// How many games; an even number is fair.
    pub fn games(mut self, n_games: u32) -> Self {
        self.n_games = n_games;
        self
    }

    /// The number of random moves before the players take over.
    pub fn random_plies(mut self, plies: u32) -> Self {
        self.random_plies = plies;
        self
    }

    /// The seed of those moves.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Plays the games, or stops at the first illegal move.
    pub fn play(
        &self,
        first: &mut dyn Strategy<G>,
        second: &mut dyn Strategy<G>,
    ) -> Result<Tally, Foul> {
        let mut chance = Random::new(self.game, self.seed);
        let mut opening = self.opening(&mut chance);
        let mut tally = Tally::default();
        for number in 0..self.n_games {
            let seat = if number % 2 == 0 { Seat::One } else { Seat::Two };
            if number > 0 && seat == Seat::One {
                opening = self.opening(&mut chance);
            }
            let result = self.game_from(&opening, seat, [&mut *first, &mut *second], number + 1)?;
            tally.add(if seat == Seat::One { result } else { -result });
        }
        Ok(tally)
    }

    /// A position after some random plies; the start, if every attempt ends the game.
    fn opening(&self, chance: &mut Random<'_, G>) -> G::Position {
        const TRIES: u32 = 100;
        for _ in 0..TRIES {
            let mut position = self.game.start();
            for _ in 0..self.random_plies {
                if let Some(step) = chance.choose(&position) {
                    self.game.play(&mut position, step);
                }
            }
            if self.game.result(&position).is_none() {
                return position;
            }
        }
        self.game.start()
    }

    /// One game in which the first strategy has `seat`; its result for player 1.
    fn game_from(
        &self,
        opening: &G::Position,
        seat: Seat,
        players: [&mut dyn Strategy<G>; 2],
        number: u32,
    ) -> Result<i32, Foul> {
        let mut position = opening.clone();
        let mut moves = Vec::new();
        let mut ply = 1;
        loop {
            if let Some(result) = self.game.result(&position) {
                return Ok(result);
            }
            moves.clear();
            self.game.moves(&position, &mut moves);
            let player = usize::from(self.game.turn(&position) != seat);
            match players[player].choose(&position) {
                Some(step) if moves.contains(&step) => self.game.play(&mut position, step),
                step => {
                    let step = step.map(|step| format!("{step:?}"));
                    return Err(Foul { player: player as u32 + 1, game: number, ply, step });
                }
            };
            ply += 1;
        }
    }
}

/// How a match went, for its first strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The sum of the results: in games with points, the difference in points.
    pub points: i64,
}

impl Tally {
    fn add(&mut self, result: i32) {
        match result.signum() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.points += i64::from(result);
    }

    /// How many games were played.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the possible score, from 0 to 1: a draw counts half. 0.5 if nothing was played.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wins, draws, losses, .. } = self;
        write!(f, "{wins} won, {draws} drawn, {losses} lost")
    }
}

/// A strategy made an illegal move, or none though the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Foul {
    /// Which strategy: 1 or 2.
    pub player: u32,
    /// In which game, counted from 1.
    pub game: u32,
    /// At which ply after the opening, counted from 1.
    pub ply: u32,
    /// The move, if there was one.
    pub step: Option<String>,
}

impl Foul {
    /// The sentence for it.
    pub fn message(&self) -> Message {
        let (player, game, ply) = (self.player, self.game, self.ply);
        match self.step.clone() {
            Some(step) => message!(
                "strategy-illegal-move",
                "strategy {player} played {step} at ply {ply} of game {game}, which is not a legal move there",
                player,
                step,
                ply,
                game
            ),
            None => message!(
                "strategy-no-move",
                "strategy {player} made no move at ply {ply} of game {game}, though the game goes on",
                player,
                ply,
                game
            ),
        }
    }
}

explained!(Foul);
