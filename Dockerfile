# syntax=docker/dockerfile:1
# An image with `chomplex` and `chomplex-check`. Not tried yet: it has been linted, but not built.
#
#   docker build --tag chomplex .
#   docker run --rm chomplex solve 'boundary(6)'
#   docker run --rm --volume "$PWD:/work" --user "$(id -u):$(id -g)" chomplex solve @game.txt
#   docker run --rm --entrypoint chomplex-check --volume "$PWD:/work" chomplex game.cert
#   docker run --rm --init --network host chomplex serve
#
# `chomplex serve` listens on 127.0.0.1 only, so the page is out of reach without `--network host`.

FROM rust:1-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --release --locked \
        --package chomplex-cli --package chomplex-check --features chomplex-cli/parquet \
    && mkdir /programs \
    && cp target/release/chomplex target/release/chomplex-check /programs

# The C library, libgcc and the user 65532, which is not root; no shell.
FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="Chomplex" \
      org.opencontainers.image.description="Poset games solved, explained and certified" \
      org.opencontainers.image.source="https://github.com/chomplex/chomplex" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
COPY --from=build /programs/ /usr/local/bin/
COPY LICENSE-MIT LICENSE-APACHE THIRD-PARTY.md /usr/share/doc/chomplex/
COPY licences/ /usr/share/doc/chomplex/licences/
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["chomplex"]
CMD ["--help"]
