//! The files of the web page, embedded in the program.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "page/dist"]
struct Dist;

/// The files by path.
pub(crate) struct Assets(HashMap<String, Asset>);

struct Asset {
    content_type: &'static str,
    /// The `Cache-Control` header.
    cache: &'static str,
    plain: Variant,
    /// The compressed file, if it is shorter.
    gzip: Option<Variant>,
}

struct Variant {
    content: Bytes,
    etag: HeaderValue,
}

impl Assets {
    /// Loads the files and compresses them where that helps.
    pub(crate) fn load() -> Assets {
        let load = |path: String| {
            let file = Dist::get(&path)?;
            Some((path.clone(), Asset::new(&path, file.data.into_owned(), &file.metadata.sha256_hash())))
        };
        Assets(Dist::iter().map(String::from).filter_map(load).collect())
    }

    /// The file at this path, if there is one.
    pub(crate) fn get(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let asset = self.0.get(if path.is_empty() { "index.html" } else { path })?;
        Some(asset.respond(headers))
    }
}

impl Asset {
    fn new(path: &str, content: Vec<u8>, hash: &[u8]) -> Asset {
        let digits = hash.iter().take(16).fold(String::new(), |mut digits, byte| {
            write!(digits, "{byte:02x}").expect("a string takes it");
            digits
        });
        let etag = |suffix| HeaderValue::from_str(&format!("\"{digits}{suffix}\"")).expect("digits and letters");
        let packed = compress(&content).filter(|packed| packed.len() < content.len());
        let gzip = packed.map(|packed| Variant { content: packed.into(), etag: etag("-gzip") });
        // The names of these files change with their content.
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        Asset {
            content_type: content_type(path),
            cache,
            plain: Variant { content: content.into(), etag: etag("") },
            gzip,
        }
    }

    fn respond(&self, headers: &HeaderMap) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| takes_gzip(headers));
        let variant = gzip.unwrap_or(&self.plain);
        let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let is_known = known.flat_map(|list| list.split(',')).map(str::trim).any(|tag| {
            tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == variant.etag.to_str().unwrap_or_default()
        });
        let mut response = Response::new(if is_known { Body::empty() } else { Body::from(variant.content.clone()) });
        let answer = response.headers_mut();
        answer.insert(header::ETAG, variant.etag.clone());
        answer.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache));
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        answer.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if gzip.is_some() {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

fn compress(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    encoder.finish().ok()
}

/// Whether the client accepts gzip: `gzip, br` or `gzip;q=0.5`, but not `gzip;q=0`.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|item| {
        let (coding, quality) = item.split_once(';').unwrap_or((item, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
        coding.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(encodings: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings))])
    }

    #[test]
    fn encodings() {
        for taken in ["gzip", "br, gzip", "GZIP;q=0.5", "deflate , gzip; q=1"] {
            assert!(takes_gzip(&accepting(taken)), "{taken}");
        }
        for refused in ["", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"] {
            assert!(!takes_gzip(&accepting(refused)), "{refused}");
        }
    }

    #[test]
    fn files_are_compressed_where_that_helps() {
        let long = Asset::new("assets/a.js", b"again and ".repeat(99), &[7; 32]);
        let response = long.respond(&accepting("gzip"));
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert!(response.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let short = Asset::new("a.txt", b"once".to_vec(), &[7; 32]);
        let response = short.respond(&accepting("gzip"));
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
    }
}
