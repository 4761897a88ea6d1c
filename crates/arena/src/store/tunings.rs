//! Tuning runs in the store: their settings and what each step scored. The parameters follow from
//! these.

use rusqlite::params;

use super::games::{GameRecord, from_json, to_json};
use super::{Store, StoreError};
use crate::tuning::TuneSettings;

/// A tuning run's number in its store.
pub type TuningId = i64;

/// What one step of a tuning run scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TuningStep {
    /// Half points of the upper values.
    pub half_points: u32,
    /// Games played.
    pub games: u32,
}

impl TuningStep {
    /// Counts a game of the match; the upper values play first in the even ones.
    pub fn add(&mut self, game: &GameRecord) {
        let half_points = u32::from(game.half_points);
        self.half_points +=
            if game.number.is_multiple_of(2) { half_points } else { 2 - half_points };
        self.games += 1;
    }

    /// The share of points; even if nothing was played.
    pub fn score(self) -> f64 {
        if self.games == 0 { 0.5 } else { f64::from(self.half_points) / f64::from(2 * self.games) }
    }
}

impl Store {
    /// Every tuning run with its settings, oldest first.
    pub fn tunings(&self) -> Result<Vec<(TuningId, TuneSettings)>, StoreError> {
        let mut query = self.connection.prepare("SELECT id, settings FROM tunings ORDER BY id")?;
        let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
        rows.map(|row| {
            let (id, text) = row?;
            Ok((id, from_json("the settings", &text)?))
        })
        .collect()
    }

    /// Begins a tuning run, or finds the one with these very settings.
    pub fn begin_tuning(&mut self, settings: &TuneSettings) -> Result<TuningId, StoreError> {
        let known = self.tunings()?;
        if let Some((id, _)) = known.into_iter().rev().find(|(_, known)| known == settings) {
            return Ok(id);
        }
        let query = "INSERT INTO tunings (settings) VALUES (?)";
        self.connection.execute(query, [to_json(settings)?])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Writes what step `number` scored; a step that is there already stays as it is.
    pub fn add_step(
        &mut self,
        id: TuningId,
        number: u64,
        step: TuningStep,
    ) -> Result<(), StoreError> {
        let query = "INSERT OR IGNORE INTO tuning_steps (tuning, number, half_points, games)
                     VALUES (?, ?, ?, ?)";
        let values = params![id, number as i64, step.half_points, step.games];
        self.connection.execute(query, values)?;
        Ok(())
    }

    /// The steps taken so far, in order and without gaps.
    pub fn steps(&self, id: TuningId) -> Result<Vec<TuningStep>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT half_points, games FROM tuning_steps WHERE tuning = ? ORDER BY number",
        )?;
        let rows = query.query_map([id], |row| {
            Ok(TuningStep { half_points: row.get(0)?, games: row.get(1)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
