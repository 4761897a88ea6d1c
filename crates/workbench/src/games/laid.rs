//! Pieces of several cells in a draft: laid whole, lifted whole, and refused where they can never lie.

use plywood_contract::{Frame, Ground, Message, Refused, Scene, Seat, Spot, message};

/// Why something cannot be put down here, and where that shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The rule, and the cell that breaks it.
    pub why: Message,
    /// Cells that are in the way.
    pub at: Vec<Spot>,
    /// Edges that must not be shared: a cell of what was to be put down, and one that is there.
    pub edges: Vec<(Spot, Spot)>,
}

impl Objection {
    pub(super) fn at(why: Message, at: Vec<Spot>) -> Self {
        Self { why, at, edges: Vec::new() }
    }
}

/// Something every position of a game must be, and whether this one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is asked.
    pub said: Message,
    /// Whether it is so.
    pub holds: bool,
}

/// Pieces on a board, told apart by the cells that touch by an edge.
pub(super) struct Laid<'a> {
    pub(super) frame: &'a Frame,
    /// The game's first position: what each player has, and where each begins.
    pub(super) start: &'a Scene,
    /// Whose each cell is.
    pub(super) owners: Vec<Option<Seat>>,
    pub(super) walls: Vec<bool>,
}

impl Laid<'_> {
    /// Whether pieces of several cells are laid in this game.
    pub(super) fn is_for(start: &Scene) -> bool {
        !start.trays.is_empty() && start.trays.iter().all(|tray| tray.owner.is_some())
    }

    fn columns(&self) -> usize {
        usize::from(self.frame.columns)
    }

    fn name(&self, at: usize) -> String {
        let (row, column) = (at / self.columns(), at % self.columns());
        let rows = usize::from(self.frame.rows);
        let number = if self.frame.bottom_up { rows - row } else { row + 1 };
        format!("{}{number}", char::from(b'a' + column as u8))
    }

    /// The cells that share an edge with one.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, all) = (self.columns(), self.owners.len());
        let column = at % columns;
        let up = at.checked_sub(columns);
        let down = Some(at + columns).filter(|&at| at < all);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < columns).then(|| at + 1);
        [up, down, left, right].into_iter().flatten()
    }

    /// The cells that share a corner with one, and no edge.
    fn across(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (columns, all) = (self.columns(), self.owners.len());
        let column = at % columns;
        let aside = [(column > 0).then_some(-1), (column + 1 < columns).then_some(1)];
        let rows = [-(columns as isize), columns as isize];
        let steps = rows.map(|row| aside.map(|one| one.map(|column: isize| row + column)));
        steps
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(move |step| at.checked_add_signed(step).filter(|&at| at < all))
    }

    /// The piece a cell belongs to: the owner's cells connected by edges, in reading order.
    pub(super) fn piece_at(&self, at: usize) -> Vec<usize> {
        let Some(owner) = self.owners.get(at).copied().flatten() else { return Vec::new() };
        let mut cells = vec![at];
        let mut next = 0;
        while let Some(&at) = cells.get(next) {
            for near in self.beside(at) {
                if self.owners[near] == Some(owner) && !cells.contains(&near) {
                    cells.push(near);
                }
            }
            next += 1;
        }
        cells.sort_unstable();
        cells
    }

    /// All pieces of a player.
    pub(super) fn pieces(&self, seat: Seat) -> Vec<Vec<usize>> {
        let own = (0..self.owners.len()).filter(|&at| self.owners[at] == Some(seat));
        own.map(|at| (at, self.piece_at(at)))
            .filter(|(at, piece)| piece[0] == *at)
            .map(|(_, piece)| piece)
            .collect()
    }

    /// Which piece of the frame lies on these cells, in reading order.
    pub(super) fn kind(&self, cells: &[usize]) -> Option<u8> {
        let places: Vec<(usize, usize)> =
            cells.iter().map(|at| (at / self.columns(), at % self.columns())).collect();
        let row = places.iter().map(|place| place.0).min()?;
        let column = places.iter().map(|place| place.1).min()?;
        let wanted: Vec<(u8, u8)> =
            places.iter().map(|&(r, c)| ((r - row) as u8, (c - column) as u8)).collect();
        let lies = |ways: &[Vec<(u8, u8)>]| match ways {
            [] => wanted.len() == 1,
            ways => ways.contains(&wanted),
        };
        let at = self.frame.pieces.iter().position(|piece| lies(&piece.ways))?;
        u8::try_from(at).ok()
    }

    /// How many a player has left of each piece of the frame; below zero where too many are laid.
    pub(super) fn left(&self, seat: Seat) -> Vec<i32> {
        let mut left = vec![0; self.frame.pieces.len()];
        for tray in self.start.trays.iter().filter(|tray| tray.owner == Some(seat)) {
            tray.left
                .iter()
                .for_each(|&(piece, count)| left[usize::from(piece)] += i32::from(count));
        }
        for kind in self.pieces(seat).iter().filter_map(|piece| self.kind(piece)) {
            left[usize::from(kind)] -= 1;
        }
        left
    }

    /// Why a player's piece can never lie on these cells, if so.
    pub(super) fn objection(
        &self,
        seat: Seat,
        cells: &[usize],
    ) -> Result<Option<Objection>, Refused> {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let is_on = cells.iter().all(|&at| at < self.owners.len());
        let kind = Some(&cells).filter(|_| is_on).and_then(|cells| self.kind(cells));
        let kind = kind.ok_or_else(|| message!("draft-no-piece", "these cells are no piece"))?;
        let spots = |cells: &[usize]| cells.iter().map(|&at| at as Spot).collect::<Vec<_>>();
        let player = seat;
        if self.left(seat)[usize::from(kind)] <= 0 {
            let piece = self.frame.pieces[usize::from(kind)].name.clone();
            let why =
                message!("draft-none-left", "player {player} has no {piece} left", player, piece);
            return Ok(Some(Objection::at(why, spots(&cells))));
        }
        let walls: Vec<usize> = cells.iter().copied().filter(|&at| self.walls[at]).collect();
        if let Some(&wall) = walls.first() {
            let why = message!("draft-wall", "{cell} is blocked", cell = self.name(wall));
            return Ok(Some(Objection::at(why, spots(&walls))));
        }
        let taken: Vec<usize> =
            cells.iter().copied().filter(|&at| self.owners[at].is_some()).collect();
        if let Some(&at) = taken.first() {
            let why = message!(
                "draft-taken",
                "it would lie on a piece of player {player} at {cell}",
                player = self.owners[at].unwrap_or(seat),
                cell = self.name(at)
            );
            return Ok(Some(Objection::at(why, spots(&taken))));
        }
        let edges: Vec<(Spot, Spot)> = cells
            .iter()
            .flat_map(|&at| self.beside(at).map(move |near| (at, near)))
            .filter(|&(_, near)| self.owners[near] == Some(seat))
            .map(|(at, near)| (at as Spot, near as Spot))
            .collect();
        Ok(edges.first().map(|&(_, near)| {
            let cell = self.name(usize::from(near));
            let why = message!(
                "draft-edge",
                "it shares an edge with player {player} at {cell}",
                player,
                cell
            );
            Objection { why, at: Vec::new(), edges: edges.clone() }
        }))
    }

    /// What must be so of every position, and whether it is.
    pub(super) fn checks(&self) -> Vec<Check> {
        let counts = Seat::BOTH.iter().all(|&seat| self.left(seat).iter().all(|&left| left >= 0));
        let shapes = Seat::BOTH
            .iter()
            .all(|&seat| self.pieces(seat).iter().all(|piece| self.kind(piece).is_some()));
        let starts = self.starts();
        let names: Vec<String> = starts.iter().map(|&(_, at)| self.name(at)).collect();
        let covers = starts
            .iter()
            .all(|&(seat, at)| !self.owners.contains(&Some(seat)) || self.owners[at] == Some(seat));
        let check = |said, holds| Check { said, holds };
        vec![
            check(message!("check-stock", "no more of a piece than a player has"), counts),
            check(message!("check-corners", "own pieces meet at corners only"), shapes),
            check(
                message!("check-starts", "first pieces cover {cells}", cells = names.join(", ")),
                covers,
            ),
            check(message!("check-joined", "corners join all pieces of a side"), self.is_joined()),
        ]
    }

    /// Where each player begins.
    fn starts(&self) -> Vec<(Seat, usize)> {
        let starts = self.start.squares.iter().filter(|square| square.ground == Ground::Start);
        starts.filter_map(|square| Some((square.owner?, usize::from(square.at)))).collect()
    }

    /// Whether all pieces of each player hang together by corners.
    fn is_joined(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| {
            let own: Vec<usize> =
                (0..self.owners.len()).filter(|&at| self.owners[at] == Some(seat)).collect();
            let Some(&first) = own.first() else { return true };
            let (mut seen, mut waiting) = (vec![first], vec![first]);
            while let Some(at) = waiting.pop() {
                for near in self.beside(at).chain(self.across(at)) {
                    if self.owners[near] == Some(seat) && !seen.contains(&near) {
                        seen.push(near);
                        waiting.push(near);
                    }
                }
            }
            seen.len() == own.len()
        })
    }
}
