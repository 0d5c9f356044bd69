// @ts-check
// The camera page: sends pictures, newest first, each once the one before was taken; draws over
// them what the program says it read. Nothing is kept.
"use strict";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const state = /** @type {HTMLElement} */ (document.getElementById("state"));
const help = /** @type {HTMLElement} */ (document.getElementById("help"));
const start = /** @type {HTMLButtonElement} */ (document.getElementById("start"));
const view = /** @type {HTMLElement} */ (document.getElementById("view"));
const video = /** @type {HTMLVideoElement} */ (document.getElementById("video"));
const drawn = /** @type {HTMLCanvasElement} */ (document.getElementById("drawn"));
const torch = /** @type {HTMLButtonElement} */ (document.getElementById("torch"));
const zoom = /** @type {HTMLElement} */ (document.getElementById("zoom"));
const language = document.documentElement.lang;
const still = document.createElement("canvas");
const me = Array.from(crypto.getRandomValues(new Uint8Array(12)), (one) => one.toString(16)).join("");

// Pictures a second at most; more say nothing new of a table.
const RATE = 10;
// A picture that takes longer to arrive is sent at a lower quality, ms.
const SLOW = 250;

/** @type {MediaStreamTrack | undefined} */
let track;
/** @type {WebSocket | undefined} */
let socket;
let quality = 0.8;
let wanted = "best";
let sent = 0;
let taken = 0;
let sentAt = 0;
let busy = false;

/** @param {string} text */
function say(text) {
  if (state.textContent !== text) state.textContent = text;
}

async function film() {
  start.disabled = true;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      // A camera held upright gives an upright picture, which nobody should cut to this shape.
      video: /** @type {any} */ ({
        facingMode: "environment",
        width: { ideal: 1920 },
        height: { ideal: 1080 },
        resizeMode: "none",
      }),
    });
    track = stream.getVideoTracks()[0];
    track.onended = () => {
      track = undefined;
      start.hidden = false;
      start.disabled = false;
      say(main.dataset.none ?? "");
    };
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    const refused = error instanceof DOMException && error.name === "NotAllowedError";
    say((refused ? main.dataset.refused : main.dataset.none) ?? "");
    start.disabled = false;
    return;
  }
  start.hidden = true;
  view.hidden = false;
  tools();
  void stayAwake();
  // Started again after the camera was gone, it goes on with the connection it has.
  if (socket) return;
  connect();
  setInterval(tick, 1000 / RATE);
}

// The torch and zoom of the browsers that have them.
function tools() {
  if (!track || !track.getCapabilities) return;
  const can = /** @type {any} */ (track.getCapabilities());
  const use = (/** @type {object} */ what) =>
    track && track.applyConstraints(/** @type {any} */ ({ advanced: [what] })).catch(() => undefined);
  torch.hidden = !can.torch;
  torch.onclick = () => {
    const on = torch.getAttribute("aria-pressed") !== "true";
    torch.setAttribute("aria-pressed", String(on));
    void use({ torch: on });
  };
  const range = zoom.querySelector("input");
  if (range && can.zoom && can.zoom.max > can.zoom.min) {
    zoom.hidden = false;
    range.min = can.zoom.min;
    range.max = can.zoom.max;
    range.step = can.zoom.step || "0.1";
    range.value = String(/** @type {any} */ (track.getSettings()).zoom ?? can.zoom.min);
    range.oninput = () => void use({ zoom: Number(range.value) });
  }
}

// A lock is lost whenever the page is hidden, and taken again when it is seen.
async function stayAwake() {
  try {
    await /** @type {any} */ (navigator).wakeLock?.request("screen");
  } catch {
    // The battery may be low; the person sees the screen go dark.
  }
}
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && track) void stayAwake();
});

function connect() {
  const own = new WebSocket(`wss://${location.host}${location.pathname}socket?me=${me}`);
  socket = own;
  let turnedAway = false;
  own.onopen = () => {
    sent = 0;
    taken = 0;
    const settings = track ? track.getSettings() : {};
    const phone = /\(([^;)]*)/.exec(navigator.userAgent)?.[1] ?? "";
    own.send(JSON.stringify({ camera: `${phone} ${track ? track.label : ""} ${settings.facingMode ?? ""}`.trim() }));
    if (track) say(main.dataset.waiting ?? "");
  };
  own.onmessage = (event) => {
    const told = JSON.parse(event.data);
    if (told.busy) {
      turnedAway = true;
      say(main.dataset.busy ?? "");
    } else if (told.taken) {
      taken = told.taken;
      if (taken === sent) pace(performance.now() - sentAt);
    } else {
      wanted = told.want;
      const [title, text] = told[language] ?? told.en;
      say(title);
      help.textContent = text;
      state.className = told.mark;
      outline(told);
    }
  };
  own.onclose = async () => {
    if (!turnedAway) say(main.dataset.lost ?? "");
    if (await outdated()) location.reload();
    else setTimeout(connect, 1500);
  };
}

/** Whether the code is outdated: the page itself then says what to do. */
async function outdated() {
  try {
    return (await fetch(location.href, { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}

// What the network carries: slower pictures become smaller ones.
/** @param {number} ms */
function pace(ms) {
  if (ms > SLOW) quality = Math.max(0.4, quality - 0.1);
  else quality = Math.min(0.9, quality + 0.02);
}

let heartbeat = 0;
function tick() {
  if (!socket || socket.readyState !== WebSocket.OPEN) return;
  const now = performance.now();
  if (now - heartbeat > 2000) {
    heartbeat = now;
    socket.send("{}");
  }
  // A picture that got lost with its acknowledgement is not waited for for ever.
  const waits = sent > taken && now - sentAt < 5000;
  if (!track || busy || waits || video.videoWidth === 0 || document.visibilityState === "hidden") return;
  if (sent - taken >= 3) return;
  const ink = still.getContext("2d");
  if (!ink) return;
  busy = true;
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  ink.drawImage(video, 0, 0);
  still.toBlob((jpeg) => {
    busy = false;
    if (!jpeg || !socket || socket.readyState !== WebSocket.OPEN) return;
    sent += 1;
    sentAt = performance.now();
    socket.send(jpeg);
  }, "image/jpeg", wanted === "best" ? quality : Math.min(quality, 0.6));
}

/** @param {{size: number[], tiles: {at: number[][], read: boolean}[]}} told */
function outline(told) {
  const [width, height] = told.size;
  if (drawn.width !== width) drawn.width = width;
  if (drawn.height !== height) drawn.height = height;
  const ink = drawn.getContext("2d");
  if (!ink) return;
  ink.clearRect(0, 0, width, height);
  ink.lineWidth = Math.max(2, width / 400);
  for (const tile of told.tiles) {
    ink.strokeStyle = tile.read ? "#7cf0b0" : "#f0b84a";
    ink.setLineDash(tile.read ? [] : [ink.lineWidth * 3, ink.lineWidth * 2]);
    ink.beginPath();
    for (const [x, y] of tile.at) ink.lineTo(x, y);
    ink.closePath();
    ink.stroke();
  }
  drawn.dataset.tiles = String(told.tiles.length);
}

start.addEventListener("click", () => void film());
