// @ts-check
// A live page: puts what the program sends into the parts of the page, sends what is tapped, and
// says when nothing is heard any more. It computes nothing.
"use strict";

const lost = document.getElementById("lost");
const said = document.getElementById("said");
const language = document.documentElement.lang;
/** @type {Map<string, string>} */
const shown = new Map();

/** Parts in which somebody types: what came for them waits. @type {Set<string>} */
const waiting = new Set();

/** @param {string} id @param {string} html */
function show(id, html) {
  if (shown.get(id) === html) return;
  shown.set(id, html);
  put(id);
}

/** @param {string} id */
function put(id) {
  const part = document.getElementById(id);
  if (!part) return;
  waiting.delete(id);
  if (document.activeElement?.matches("input") && part.contains(document.activeElement)) {
    waiting.add(id);
    return;
  }
  // What somebody has unfolded stays so.
  const open = [...part.querySelectorAll("details")].map((one) => one.open);
  part.innerHTML = shown.get(id) ?? "";
  part.querySelectorAll("details").forEach((one, at) => { one.open = open[at] ?? false; });
}

/** Whether the code is outdated: the page itself then says what to do. */
async function outdated() {
  try {
    return (await fetch(location.href, { cache: "no-store" })).status === 403;
  } catch {
    return false;
  }
}

function listen() {
  const news = new EventSource(`live?lang=${language}`);
  news.onopen = () => { if (lost) lost.hidden = true; };
  news.onmessage = (event) => {
    for (const [id, html] of Object.entries(JSON.parse(event.data))) show(id, html);
    document.body.dataset.heard = String(Date.now());
  };
  news.onerror = () => {
    if (lost) lost.hidden = false;
    // A refusal ends it for the browser; the program may be back in a moment.
    if (news.readyState !== EventSource.CLOSED) return;
    void outdated().then((so) => { if (so) location.reload(); else setTimeout(listen, 2000); });
  };
}

/** @param {string} order */
async function send(order) {
  if (!said) return;
  said.textContent = "";
  try {
    const answer = await fetch(`order?lang=${language}`, { method: "POST", body: order });
    if (answer.status === 403) location.reload();
    else if (!answer.ok) said.textContent = (await answer.text()) || said.dataset.gone || "";
  } catch {
    said.textContent = said.dataset.gone ?? "";
  }
}

/** @param {HTMLElement} button */
async function fit(button) {
  const places = document.querySelector("#lay .places");
  if (!places) return;
  const answer = await fetch(`lookup/places?of=${button.dataset.face}&lang=${language}`);
  /** @type {{label: string, order: object}[]} */
  const found = answer.ok ? await answer.json() : [];
  places.replaceChildren(...found.map((place) => {
    const one = document.createElement("button");
    one.type = "button";
    one.dataset.order = JSON.stringify(place.order);
    one.textContent = place.label;
    return one;
  }));
  for (const other of document.querySelectorAll("[data-face]")) {
    other.setAttribute("aria-pressed", String(other === button));
  }
  const first = places.querySelector("button");
  if (first) first.focus();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.order) void send(button.dataset.order);
  else if (button.dataset.face) void fit(button);
});

// Later than the tap that took the focus away: what it was on must not vanish under the finger.
document.addEventListener("focusout", () => setTimeout(() => waiting.forEach(put), 500));

document.addEventListener("change", (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const color = input.dataset.track;
  if (color) void send(JSON.stringify({ track: { color, points: Number(input.value) } }));
});

listen();
