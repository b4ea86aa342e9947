//! Access control: only pages of this server and programs on this machine may send requests.
//!
//! A foreign page can make a browser send requests here, either under a name of its own that
//! resolves to this machine, or by address. The first has another `Host`, the second another
//! `Origin` or `Sec-Fetch-Site`.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Content security policy: pages of this server may use nothing from other servers.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The host names of this server.
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// The names of this machine, with the port.
    pub(crate) fn new(port: u16) -> Arc<Self> {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.extend(names.iter().map(ToString::to_string));
        }
        Arc::new(Hosts(hosts))
    }

    fn contain(&self, host: &str) -> bool {
        self.0.iter().any(|known| known.eq_ignore_ascii_case(host))
    }

    /// Refuses requests that a foreign page made a browser send.
    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).filter(|host| self.contain(host));
        let elsewhere = request.uri().authority().is_some_and(|authority| !self.contain(authority.as_str()));
        if host.is_none() || hosts.next().is_some() || elsewhere {
            let message = format!("this server is asked as http://{}/ and under no other name", self.0[0]);
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, message));
        }
        let is_safe = request.method().is_safe() && !request.uri().path().starts_with("/api/");
        if is_safe || self.is_own(request.headers()) {
            return Ok(());
        }
        Err(Refusal::new(StatusCode::FORBIDDEN, "only pages of this server may ask"))
    }

    /// Whether the request comes from a page of this server, or from no page at all.
    fn is_own(&self, headers: &HeaderMap) -> bool {
        let text = |value: &HeaderValue| value.to_str().map(str::to_owned).unwrap_or_default();
        let own_origin = headers
            .get_all(header::ORIGIN)
            .iter()
            .map(text)
            .all(|origin| origin.strip_prefix("http://").is_some_and(|host| self.contain(host)));
        let own_site = |site: String| site == "same-origin" || site == "none";
        own_origin && headers.get_all("sec-fetch-site").iter().map(text).all(own_site)
    }
}

/// Lets permitted requests through and adds security headers to the response.
pub(crate) async fn guard(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    let mut response = match hosts.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
