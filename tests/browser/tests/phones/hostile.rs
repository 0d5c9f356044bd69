//! What somebody with the camera's key might send through its socket.

use fantoccini::Locator;
use nebelwacht_browser_tests::browser::{Driver, run, until};
use nebelwacht_browser_tests::hall::Hall;
use serde_json::json;

#[test]
fn hostile_pictures_cost_nothing_but_a_line_in_the_log() {
    let Some(driver) = Driver::start() else {
        return;
    };
    let place = tempfile::tempdir().expect("a temporary folder");
    let Some(mut hall) = Hall::open(place.path(), "phone", "Anna:red,Ben:blue; start=seen") else {
        return;
    };
    run(async {
        let page = driver.open([800, 600], "en-GB", None).await;
        page.goto(&hall.link("camera")).await.expect("a page");
        let go = page.find(Locator::Id("go")).await.expect("a way on");
        go.click().await.expect("taken");
        until(&page, "the secure page", "location.protocol === 'https:'").await;
        let script = r#"
            const done = arguments[arguments.length - 1];
            const url = `wss://${location.host}${location.pathname}socket?me=a`;
            const big = (width, height) => {
                // A whole small picture whose header promises another size.
                const canvas = document.createElement("canvas");
                canvas.width = canvas.height = 64;
                const bytes = atob(canvas.toDataURL("image/jpeg").split(",")[1]);
                const jpeg = Uint8Array.from(bytes, (one) => one.charCodeAt(0));
                const at = jpeg.findIndex((one, n) => one === 0xff && jpeg[n + 1] === 0xc0);
                new DataView(jpeg.buffer).setUint16(at + 5, height);
                new DataView(jpeg.buffer).setUint16(at + 7, width);
                return jpeg;
            };
            const hostile = [
                new Uint8Array(0), new Uint8Array(1000).fill(255), big(65535, 65535),
                big(12000, 9000), big(64, 64).slice(0, 300), new Uint8Array(7000000),
            ];
            const socket = new WebSocket(url);
            let taken = 0;
            socket.onopen = () => socket.send(hostile[0]);
            socket.onmessage = (event) => {
                const told = JSON.parse(event.data);
                if (!told.taken) return;
                taken = told.taken;
                if (taken < hostile.length) socket.send(hostile[taken]);
                else if (taken === hostile.length) {
                    // Now without waiting: nobody is sent more than was asked for.
                    for (let n = 0; n < 400; n += 1) socket.send(big(64, 64));
                }
            };
            socket.onclose = () => done(taken);
            setTimeout(() => done(-taken), 20000);
        "#;
        let taken = page
            .execute_async(script, Vec::new())
            .await
            .expect("it ran");
        let taken = taken.as_i64().expect("a number");
        assert!(taken >= 6, "{taken}: each was taken, and the flood was cut");

        let over = "const done = arguments[arguments.length - 1];
            const socket = new WebSocket(`wss://${location.host}${location.pathname}socket?me=b`);
            socket.onopen = () => socket.send(new Uint8Array(9000000));
            socket.onclose = () => done(true);
            setTimeout(() => done(false), 15000);";
        let cut = page.execute_async(over, Vec::new()).await.expect("it ran");
        assert_eq!(cut, json!(true), "more than 8 MB are not even read");
        page.close().await.expect("closed");
    });
    // It plays on as if nothing had been.
    hall.lay("D", 0, 0);
    assert!(!hall.said.lock().expect("whole").contains("panicked"));
    hall.kill();
}
