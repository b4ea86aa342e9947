mod published;
use published::Published;
use std::time::Instant;
fn main() {
    for (n, k) in [(4, 4), (5, 5), (6, 6), (6, 3)] {
        let mut p = Published::new(n, k);
        let t = Instant::now();
        let g = p.grundy(p.whole());
        println!("{n},{k} {g} {} {} {:?}", p.stored(), p.options, t.elapsed());
        let mut p = Published::new(n, k);
        let g = p.loses(p.whole());
        println!("{n},{k} {g} {} {} {:?}", p.stored(), p.options, t.elapsed());
    }
    let mut p = Published::new(7, 3);
    let t = Instant::now();
    println!("{} {} {} {:?}", p.loses(p.whole()), p.stored(), p.options, t.elapsed());
    let mut p = Published::new(7, 3);
    let t = Instant::now();
    println!("{} {} {} {:?}", p.grundy(p.whole()), p.stored(), p.options, t.elapsed());
}
