# A formula for a tap. It has not been tried yet, and cannot work before version 0.2.0 is released.
class Chomplex < Formula
  desc "Solve, explain, certify and play poset games such as Chomp and Nim"
  homepage "https://github.com/chomplex/chomplex"
  url "https://github.com/chomplex/chomplex/archive/refs/tags/v0.2.0.tar.gz"
  # PLACEHOLDER: the SHA-256 of that file, once it exists. packaging/README.md says how to get it.
  sha256 "PLACEHOLDER_SHA256_OF_V0.2.0"
  license any_of: ["MIT", "Apache-2.0"]
  head "https://github.com/chomplex/chomplex.git", branch: "main"

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--features", "parquet", *std_cargo_args(path: "crates/chomplex-cli")
    system "cargo", "install", *std_cargo_args(path: "crates/chomplex-check")
    generate_completions_from_executable(bin/"chomplex", "completions")
    system bin/"chomplex", "man", "--dir", buildpath/"man"
    man1.install Dir["man/*.1"]
    man7.install Dir["man/*.7"]
    doc.install "THIRD-PARTY.md", "licences"
  end

  test do
    assert_match "the second player wins", shell_output("#{bin}/chomplex solve 'boundary(4)'")
    system bin/"chomplex", "solve", "petersen", "--certificate", "petersen.cert"
    system bin/"chomplex-check", "petersen.cert"
  end
end
