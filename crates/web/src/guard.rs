//! Who is let in: the right host, the same origin, a key or a session.

use std::net::IpAddr;

use plywood_workbench::message;

use crate::access::{Role, Session};
use crate::api::{Problem, Status};
use crate::server::Site;

/// What of a request tells where it comes from.
#[derive(Debug, Default)]
pub(crate) struct Origins<'a> {
    pub(crate) path: &'a str,
    pub(crate) host: Option<&'a str>,
    pub(crate) origin: Option<&'a str>,
    /// What the browser says of who made the call: `same-origin`, `same-site`, `cross-site` or `none`.
    pub(crate) fetch_site: Option<&'a str>,
    pub(crate) cookie: Option<&'a str>,
    /// The key that programs send with every call.
    pub(crate) key: Option<&'a str>,
    /// The key in the address of the page.
    pub(crate) query_key: Option<&'a str>,
}

/// Whether this is a call of the API rather than a file of the page.
pub(crate) fn is_call(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Who this is, if they are somebody; or why they are turned away.
pub(crate) fn check(site: &Site, from: &Origins<'_>) -> Result<Option<Session>, Problem> {
    let Some(host) = from.host.filter(|host| is_own_host(site, host)) else {
        let said = message!("web-own-address", "this server answers only under its own address");
        return Err(Problem::new(Status::Misdirected, said));
    };
    let is_foreign = from.origin.is_some_and(|origin| !is_own_origin(site, origin, host));
    // Another server on this machine is the same site to a browser, but not to us.
    let is_elsewhere = |site: &str| !matches!(site, "same-origin" | "none");
    if is_foreign || (is_call(from.path) && from.fetch_site.is_some_and(is_elsewhere)) {
        let said = message!("web-other-pages", "calls from other pages are refused");
        return Err(Problem::new(Status::Forbidden, said));
    }
    let session = session(site, from);
    // The description of the API is no secret.
    let is_secret = is_call(from.path) && from.path != "/api/openapi.json";
    if is_secret && session.is_none() {
        let said = message!(
            "web-token",
            "this page is not let in: open the address that Plywood printed at its start"
        );
        return Err(Problem::new(Status::Forbidden, said));
    }
    Ok(session)
}

/// A key says who somebody is, if there is one; otherwise the cookie does.
fn session(site: &Site, from: &Origins<'_>) -> Option<Session> {
    let known = || site.access.session(cookie(site, from.cookie?)?);
    let of_key = |key| Some(Session { number: 0, role: site.access.role_of(key)? });
    match (from.key.filter(|key| !key.is_empty()), from.query_key) {
        (Some(key), _) => of_key(key),
        (None, Some(key)) => {
            // Who comes back with the same key goes on with the session it opened.
            let (by_key, by_cookie) = (of_key(key), known());
            by_cookie.filter(|known| by_key.is_none_or(|key| key.role == known.role)).or(by_key)
        }
        (None, None) => known(),
    }
}

/// The name of our cookie: browsers share cookies between the ports of a host.
pub(crate) fn cookie_name(site: &Site) -> String {
    format!("plywood-{}", site.config.address.port())
}

fn cookie<'a>(site: &Site, header: &'a str) -> Option<&'a str> {
    let name = cookie_name(site);
    let pairs = header.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// Refuses who may not make a call.
pub(crate) fn allow(session: Session, role: Role) -> Result<(), Problem> {
    if session.role >= role {
        return Ok(());
    }
    let said = match role {
        Role::Owner => message!("web-owner-only", "only the owner of this server may do that"),
        _ => message!("web-player-only", "you are here to look on: only players may do that"),
    };
    Err(Problem::new(Status::Forbidden, said))
}

/// Whether a `Host` names this server: a page elsewhere that points its own name at us does not.
fn is_own_host(site: &Site, host: &str) -> bool {
    if site.config.public.as_ref().is_some_and(|public| public.host.eq_ignore_ascii_case(host)) {
        return true;
    }
    let address = site.config.address;
    let name = host.strip_suffix(&format!(":{}", address.port())).unwrap_or(host);
    let name = name.trim_start_matches('[').trim_end_matches(']');
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    match name.parse::<IpAddr>() {
        Ok(ip) => ip.is_loopback() || ip == address.ip() || address.ip().is_unspecified(),
        Err(_) => false,
    }
}

/// Whether an `Origin` is the page that this host serves.
fn is_own_origin(site: &Site, origin: &str, host: &str) -> bool {
    let public = site.config.public.as_ref();
    origin.strip_prefix("http://") == Some(host)
        || public.is_some_and(|public| origin.eq_ignore_ascii_case(&public.origin()))
}
