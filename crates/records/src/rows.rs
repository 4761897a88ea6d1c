//! Games and plies as rows of the database.

use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use plywood_workbench::play::{Ending, Ply, Reason, Record};

use super::store::{Kept, Summary};

/// The game with this number, if there is one.
pub(super) fn load(connection: &Connection, id: i64) -> rusqlite::Result<Option<Kept>> {
    let game = connection.query_row(
        "SELECT game, rules, seed, start, player_1, player_2, time_ms, depth, started,
           winner, reason, version FROM game WHERE id = ?1",
        [id],
        game_row,
    );
    let Some((version, mut record)) = game.optional()? else { return Ok(None) };
    let mut query = connection.prepare_cached(
        "SELECT player, step, author, time_ms, forced, points_1, points_2, effort
         FROM ply WHERE game = ?1 ORDER BY number",
    )?;
    record.plies = query.query_map([id], ply_row)?.collect::<Result<_, _>>()?;
    Ok(Some(Kept { id, version, record }))
}

/// Replaces a kept game by `record`: a version later, with all plies after the first `n_same` rewritten.
pub(super) fn rewrite(
    transaction: &Transaction<'_>,
    id: i64,
    record: &Record,
    n_same: usize,
) -> rusqlite::Result<()> {
    let (winner, reason) = ending_columns(record.ending.as_ref());
    let [one, two] = &record.players;
    transaction.execute(
        "UPDATE game SET player_1 = ?2, player_2 = ?3, time_ms = ?4, depth = ?5, winner = ?6,
           reason = ?7, version = version + 1,
           touched = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = ?1",
        params![id, one, two, record.time_ms, record.depth, winner, reason],
    )?;
    transaction
        .execute("DELETE FROM ply WHERE game = ?1 AND number > ?2", params![id, n_same as i64])?;
    insert_plies(transaction, id, n_same, &record.plies[n_same..])
}

pub(super) fn insert_game(transaction: &Transaction<'_>, record: &Record) -> rusqlite::Result<i64> {
    let (winner, reason) = ending_columns(record.ending.as_ref());
    let [one, two] = &record.players;
    transaction.execute(
        "INSERT INTO game (game, rules, seed, start, player_1, player_2, time_ms, depth, started,
           winner, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            record.game,
            record.rules,
            // SQLite's integers are signed; the bits are kept.
            record.seed as i64,
            record.start,
            one,
            two,
            record.time_ms,
            record.depth,
            record.started,
            winner,
            reason
        ],
    )?;
    Ok(transaction.last_insert_rowid())
}

pub(super) fn insert_plies(
    transaction: &Transaction<'_>,
    id: i64,
    n_before: usize,
    plies: &[Ply],
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO ply (game, number, player, step, author, time_ms, forced, points_1, points_2,
           effort) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (i, ply) in plies.iter().enumerate() {
        let effort = ply.effort.as_ref().and_then(|effort| serde_json::to_string(effort).ok());
        insert.execute(params![
            id,
            (n_before + i + 1) as i64,
            ply.player,
            ply.step,
            ply.by,
            ply.time_ms,
            ply.forced,
            ply.points.map(|points| points[0]),
            ply.points.map(|points| points[1]),
            effort
        ])?;
    }
    Ok(())
}

fn ending_columns(ending: Option<&Ending>) -> (Option<u32>, Option<&'static str>) {
    (ending.and_then(|ending| ending.winner), ending.map(|ending| ending.reason.name()))
}

fn read_ending(winner: Option<u32>, reason: Option<String>) -> Option<Ending> {
    let reason = Reason::ALL.into_iter().find(|known| Some(known.name()) == reason.as_deref())?;
    Some(Ending { winner, reason })
}

/// A row of the list, whatever it holds: a forged or damaged one hides no other.
pub(super) fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let text = |column: usize| -> rusqlite::Result<String> {
        let bytes = row.get_ref(column)?.as_bytes_or_null().ok().flatten().unwrap_or_default();
        Ok(String::from_utf8_lossy(bytes).into_owned())
    };
    let number = |column: usize| row.get::<_, Option<u32>>(column).ok().flatten();
    Ok(Summary {
        id: row.get(0)?,
        game: text(1)?,
        players: [text(2)?, text(3)?],
        started: text(4)?,
        ending: read_ending(number(5), Some(text(6)?)),
        n_plies: row.get(7)?,
        points: number(8).zip(number(9)).map(|(one, two)| [one, two]),
        version: row.get(10).unwrap_or_default(),
        name: Some(text(11)?).filter(|name| !name.is_empty()),
    })
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<(u64, Record)> {
    let record = Record {
        game: row.get(0)?,
        rules: row.get(1)?,
        seed: row.get::<_, i64>(2)? as u64,
        start: row.get(3)?,
        players: [row.get(4)?, row.get(5)?],
        time_ms: row.get(6)?,
        depth: row.get(7)?,
        started: row.get(8)?,
        plies: Vec::new(),
        ending: read_ending(row.get(9)?, row.get(10)?),
    };
    Ok((row.get(11)?, record))
}

fn ply_row(row: &Row<'_>) -> rusqlite::Result<Ply> {
    let points: [Option<u32>; 2] = [row.get(5)?, row.get(6)?];
    let effort: Option<String> = row.get(7)?;
    Ok(Ply {
        player: row.get(0)?,
        step: row.get(1)?,
        by: row.get(2)?,
        time_ms: row.get(3)?,
        forced: row.get(4)?,
        points: points[0].zip(points[1]).map(|(one, two)| [one, two]),
        effort: effort.and_then(|effort| serde_json::from_str(&effort).ok()),
    })
}
