//! Messages as they are stored: key, English wording and arguments as JSON.

use plywood_workbench::{Arg, Message};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

/// A message that can be serialised and read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said(pub Message);

impl Said {
    /// Reads a stored message; `None` for a sentence of an older program.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

impl Serialize for Said {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        message_json(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Said {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let message = read_message(&value);
        message.map(Self).ok_or_else(|| serde::de::Error::custom("expected a message"))
    }
}

fn message_json(message: &Message) -> Value {
    let args: Map<String, Value> =
        message.args.iter().map(|(name, arg)| (name.to_string(), arg_json(arg))).collect();
    json!({ "key": message.key, "english": message.english, "args": args })
}

fn arg_json(arg: &Arg) -> Value {
    match arg {
        Arg::Text(text) => json!(text),
        Arg::Number(number) => json!(number),
        Arg::Message(message) => message_json(message),
        Arg::List(args) => args.iter().map(arg_json).collect(),
    }
}

fn read_message(value: &Value) -> Option<Message> {
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned().into());
    let args = value.get("args")?.as_object()?;
    let args = args.iter().map(|(name, arg)| Some((name.clone().into(), read_arg(arg)?)));
    Some(Message {
        key: text("key")?,
        english: text("english")?,
        args: args.collect::<Option<_>>()?,
    })
}

fn read_arg(value: &Value) -> Option<Arg> {
    match value {
        Value::String(text) => Some(text.clone().into()),
        Value::Number(number) => number.as_i64().map(Arg::Number),
        Value::Array(args) => args.iter().map(read_arg).collect::<Option<_>>().map(Arg::List),
        Value::Object(_) => read_message(value).map(Arg::from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_workbench::message;

    #[test]
    fn a_message_is_read_as_it_was_written() {
        let reason = message!("blocked", "{cell} is blocked", cell = "a1");
        let list = vec!["b", "c"];
        let said = Said(message!("x", "{n}: {reason} {list}", n = 3, reason, list));
        let text = serde_json::to_string(&said).unwrap();
        assert_eq!(Said::read(&text), Some(said));
    }

    #[test]
    fn a_sentence_of_an_older_program_is_no_message() {
        for text in ["", "player 1: resigned", "12", "{}", "{\"key\":\"x\"}"] {
            assert_eq!(Said::read(text), None, "{text}");
        }
    }
}
