// @ts-check
// One photograph at a time: sends the chosen picture and says what came of it.
"use strict";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const input = /** @type {HTMLInputElement} */ (document.getElementById("picture"));
const said = /** @type {HTMLElement} */ (document.getElementById("said"));
const language = document.documentElement.lang;

input.addEventListener("change", async () => {
  const picture = input.files && input.files[0];
  if (!picture) return;
  said.textContent = main.dataset.sending ?? "";
  input.disabled = true;
  try {
    const answer = await fetch(`picture?lang=${language}`, { method: "POST", body: picture });
    // The page itself says what to do where its code is outdated.
    if (answer.status === 403) location.reload();
    const gone = answer.ok ? "" : main.dataset.gone ?? "";
    said.textContent = (await answer.text()) || gone;
    document.body.dataset.answered = String(answer.status);
  } catch {
    said.textContent = main.dataset.gone ?? "";
  }
  input.disabled = false;
  input.value = "";
});
