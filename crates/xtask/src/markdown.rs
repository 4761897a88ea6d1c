//! Links in Markdown: where they stand, and whether they lead anywhere.

use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::root;

/// Folders whose pages are not ours to check.
const NOT_OURS: [&str; 4] = ["target", "node_modules", ".git", "venv"];

/// A link or a picture of a page.
#[derive(Debug, PartialEq)]
pub(crate) struct Link {
    /// Where it leads, as written.
    pub(crate) to: String,
    /// The bytes of the page that hold where it leads.
    pub(crate) range: Range<usize>,
}

fn parser(page: &str) -> Parser<'_> {
    Parser::new_ext(page, Options::ENABLE_TABLES)
}

/// The links of a page, in order.
pub(crate) fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (event, range) in parser(page).into_offset_iter() {
        let (Event::Start(Tag::Link { dest_url, .. }) | Event::Start(Tag::Image { dest_url, .. })) =
            event
        else {
            continue;
        };
        // The text before it may hold the same words; what it leads to comes last.
        if let Some(at) = page[range.clone()].rfind(&*dest_url) {
            let start = range.start + at;
            links.push(Link { range: start..start + dest_url.len(), to: dest_url.into_string() });
        }
    }
    links
}

/// The first heading of a page.
pub(crate) fn title(page: &str) -> Option<String> {
    let mut title = None;
    for event in parser(page) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                title = Some(String::new());
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(title) = &mut title {
                    title.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(_)) if title.is_some() => break,
            _ => {}
        }
    }
    title
}

/// The file a link of a page leads to; nothing if it leads elsewhere: to another site, to an item of a crate, or
/// within the page.
pub(crate) fn target_of(page: &Path, to: &str) -> Option<PathBuf> {
    let file = to.split('#').next().filter(|file| !file.is_empty())?;
    if file.contains("::") || file.contains("://") || file.starts_with("mailto:") {
        return None;
    }
    let mut target = page.parent()?.to_owned();
    for part in Path::new(file).components() {
        match part {
            Component::ParentDir => {
                target.pop();
            }
            Component::CurDir => {}
            part => target.push(part),
        }
    }
    Some(target)
}

/// Tells of every link in the project's pages that leads to no file.
pub(crate) fn check(faults: &mut Vec<String>) -> anyhow::Result<()> {
    let mut pages = Vec::new();
    gather(&root(), &mut pages)?;
    for page in pages {
        let text = fs::read_to_string(&page)?;
        // The contents of the book name files from the top.
        let is_contents = page.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with("SUMMARY.")
        });
        let from = if is_contents { root().join("SUMMARY.md") } else { page.clone() };
        for link in links(&text) {
            if target_of(&from, &link.to).is_some_and(|target| !target.exists()) {
                let shown = page.strip_prefix(root()).unwrap_or(&page).display();
                faults.push(format!("{shown} links to {}, which is not there", link.to));
            }
        }
    }
    Ok(())
}

/// Adds the Markdown files below a folder; a symbolic link is the page it leads to, and checked there.
fn gather(folder: &Path, pages: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() && !NOT_OURS.iter().any(|name| path.ends_with(name)) {
            gather(&path, pages)?;
        } else if kind.is_file() && path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_where_they_stand() {
        let page = "# A *title*\n\n[b](b.md), ![c](c.png) and `[d](d.md)`; [b.md](x/b.md#part)\n";
        let found = links(page);
        let to: Vec<&str> = found.iter().map(|link| link.to.as_str()).collect();
        assert_eq!(to, ["b.md", "c.png", "x/b.md#part"]);
        for link in &found {
            assert_eq!(page[link.range.clone()], link.to);
        }
        assert_eq!(title(page).as_deref(), Some("A title"));
    }

    #[test]
    fn links_lead_from_the_page_they_stand_on() {
        let page = Path::new("/project/docs/jobs.md");
        let leads = |to| target_of(page, to).map(|path| path.display().to_string());
        assert_eq!(leads("../README.md#speed").as_deref(), Some("/project/README.md"));
        assert_eq!(leads("adr/1.md").as_deref(), Some("/project/docs/adr/1.md"));
        assert_eq!(leads("#here"), None);
        assert_eq!(leads("https://example.org/a.md"), None);
        assert_eq!(leads("crate::a_star"), None);
    }
}
