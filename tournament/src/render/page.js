"use strict";
const { seats, opens, game } = JSON.parse(document.getElementById("data").textContent);
const { frames, pieces } = game;
const element = (id) => document.getElementById(id);
const last = frames.length - 1;
let current = -1;
let timer = null;
let linking = null;

function make(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Shows a frame; numbers beyond the ends mean the ends. */
function show(number) {
  const wanted = Math.max(0, Math.min(last, number));
  if (wanted === current) return;
  current = wanted;
  const frame = frames[current];
  element("board").setAttribute("viewBox", frame.view);
  const before = new Set(frames[Math.max(0, current - 1)].board);
  element("board").innerHTML = frame.board.map(
    (piece) => (before.has(piece) ? pieces[piece] : `<g class="new">${pieces[piece]}</g>`)).join("");
  element("told").textContent = frame.told.join(" ");
  element("headline").textContent = frame.headline[0].toUpperCase() + frame.headline.slice(1);
  element("facts").textContent = frame.facts;
  element("counter").textContent = `step ${current} of ${last}`;
  element("slider").value = current;
  element("turn").value = frame.turn;
  [...element("seats").rows].forEach((row, seat) => {
    row.classList.toggle("next", frame.next === seat);
    row.querySelector(".points").textContent = frame.points[seat];
    row.querySelector("small").textContent = frame.seats[seat];
  });
  showSearch(frame.search);
  for (const cursor of document.querySelectorAll(".cursor")) cursor.setAttribute("transform", `translate(${across(current)} 0)`);
  const marked = document.querySelector("#moves .current");
  marked?.classList.remove("current");
  marked?.removeAttribute("aria-current");
  const line = element(`step-${current}`);
  line.classList.add("current");
  line.setAttribute("aria-current", "step");
  const list = element("moves");
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - 60;
  if (current === last) pause();
  // Browsers count such changes, so none is made while steps follow each other quickly.
  clearTimeout(linking);
  linking = setTimeout(link, 400);
}

/** Lets the address name the step; a page within another one may not. */
function link() {
  try {
    history.replaceState(null, "", `#step=${current}`);
  } catch { /* the page works without */ }
}

/** The step that the address names, if it names one. */
function linked() {
  const found = /^#step=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}

/** What the record says of the search behind the move. */
function showSearch(search) {
  element("search").hidden = !search;
  if (!search) return;
  const table = make("table");
  const header = table.insertRow();
  for (const word of ["move", "visits", "value"]) header.append(make("th", word));
  const tried = [...(search.moves ?? [])].sort((one, other) => other.visits - one.visits || other.value - one.value);
  for (const { move, visits, value } of tried.slice(0, 8)) {
    const row = table.insertRow();
    if (frames[current].notation.includes(move)) row.className = "played";
    for (const text of [move, visits, typeof value === "number" ? value.toFixed(3) : ""]) row.append(make("td", text ?? ""));
  }
  const who = search.agent === undefined ? "" : `${search.agent}. `;
  element("search").lastElementChild.replaceChildren(make("p", who + judged(search)), table);
}

/** What a search says of the decision, in words. */
function judged({ lost, verdict }) {
  if (typeof lost !== "number") return "";
  return `${verdict ? `${verdict}: ` : ""}the decision lost ${(100 * lost).toFixed(1)} percentage points`;
}

/** The frames whose decisions stand out, with the seat that decided. */
const verdicts = frames.flatMap((frame, step) =>
  frame.search?.verdict ? [{ step, seat: frames[step - 1]?.next ?? 0, search: frame.search }] : []);

function listVerdicts() {
  element("verdicts").hidden = verdicts.length === 0;
  for (const { step, seat, search } of verdicts) {
    const button = make("button", `Turn ${frames[step].turn}, ${seats[seat].letter}: ${judged(search)}`);
    button.addEventListener("click", () => show(step));
    const line = make("li");
    line.append(button);
    element("verdicts").lastElementChild.append(line);
  }
}

function pause() {
  clearInterval(timer);
  timer = null;
  element("play").textContent = "Play";
}

function play() {
  if (current === last) show(0);
  clearInterval(timer);
  timer = setInterval(() => show(current + 1), Number(element("speed").value));
  element("play").textContent = "Pause";
}

const toggle = () => (timer === null ? play() : pause());

function changeSpeed(by) {
  const speed = element("speed");
  speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  if (timer !== null) play();
}

/** The last frame of a turn; 0 is the setup. */
function endOf(turn) {
  const later = frames.findIndex((frame) => frame.turn > turn);
  return later < 0 ? last : Math.max(0, later - 1);
}

const turnOn = () => show(endOf(frames[Math.min(last, current + 1)].turn));
const turnBack = () => show(frames[current].turn === 0 ? 0 : endOf(frames[current].turn - 1));

// Curves: all steps across, from the least value to the most.
const LEFT = 38;
const across = (step) => LEFT + ((370 - LEFT) * step) / Math.max(1, last);

/** Where names go beside the ends of their lines: none upon another, all within the frame. */
function apart(heights) {
  const places = [...heights];
  const order = heights.map((_, seat) => seat).sort((one, other) => heights[one] - heights[other]);
  order.forEach((seat, rank) => {
    places[seat] = Math.max(places[seat], rank ? places[order[rank - 1]] + 11 : 11);
  });
  order.reverse().forEach((seat, rank) => {
    places[seat] = Math.min(places[seat], rank ? places[order[rank - 1]] - 11 : 147);
  });
  return places;
}

/** Draws values by step and seat, at least from 0 to `reach`. Marks are steps with a seat. */
function drawCurve(svg, values, reach, format, marks) {
  const most = Math.max(reach, ...values.flat());
  const least = Math.min(0, ...values.flat());
  const up = (value) => 135 - (120 * (value - least)) / (most - least);
  const grid = [least, (least + most) / 2, most].map(
    (value) => `<path d="M${LEFT} ${up(value)}H370" class="grid"/>` +
      `<text x="${LEFT - 4}" y="${up(value) + 4}" font-size="11" text-anchor="end">${format(value)}</text>`);
  const ends = apart(seats.map((_, seat) => up(values[last][seat]) + 4));
  const lines = seats.map(({ letter, colour }, seat) => {
    const steps = values.map((row, step) => `${across(step).toFixed(1)} ${up(row[seat]).toFixed(1)}`);
    return `<polyline points="${steps.join(" ")}" fill="none" stroke="#000" stroke-width="3.2"/>` +
      `<polyline points="${steps.join(" ")}" fill="none" stroke="${colour}" stroke-width="2.2"/>` +
      `<text x="376" y="${ends[seat]}" font-size="12" font-weight="bold">${letter}</text>`;
  });
  const circles = marks.map(({ step, seat }) =>
    `<circle class="mark" cx="${across(step)}" cy="${up(values[step][seat])}" r="4"/>`);
  svg.innerHTML = grid.join("") + lines.join("") + circles.join("") +
    `<path class="cursor" d="M0 8V140" stroke="currentColor" stroke-dasharray="3 2"/>`;
  svg.addEventListener("click", (event) => {
    const { left, width } = svg.getBoundingClientRect();
    show(Math.round((((event.clientX - left) / width) * 400 - LEFT) / (370 - LEFT) * last));
  });
}

function drawCurves() {
  drawCurve(element("points"), frames.map(({ points }) => points), 5, Math.round, []);
  const chances = frames.map((frame) => frame.chances);
  if (!chances.every(Array.isArray)) return;
  element("chances").hidden = false;
  drawCurve(element("chances").lastElementChild, chances, 1, (share) => `${Math.round(100 * share)}%`, verdicts);
}

function listSeats() {
  for (const { letter, agent } of seats) {
    const row = element("seats").tBodies[0].insertRow();
    row.insertCell().innerHTML = `<svg viewBox="-13 -13 26 26" font-family="sans-serif"><use href="#seat-${letter}"/></svg>`;
    const name = row.insertCell();
    name.append(make("strong", `${letter} ${agent}`), make("small"));
    row.insertCell().className = "points";
  }
}

function listMoves() {
  let turn = -1;
  frames.forEach((frame, step) => {
    if (frame.turn !== turn) {
      turn = frame.turn;
      element("moves").append(make("li", turn === 0 ? "Setup" : `Turn ${turn}`, "turn"));
    }
    const line = make("li");
    line.id = `step-${step}`;
    const button = make("button", frame.told.join(" "));
    if (frame.notation.length) button.append(make("code", frame.notation.join("; ")));
    button.addEventListener("click", () => show(step));
    line.append(button);
    element("moves").append(line);
  });
}

const keys = {
  ArrowLeft: () => show(current - 1),
  ArrowRight: () => show(current + 1),
  PageUp: turnBack,
  PageDown: turnOn,
  Home: () => show(0),
  End: () => show(last),
  " ": toggle,
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

document.addEventListener("keydown", (event) => {
  const action = keys[event.key];
  const writes = event.target.matches?.("input[type=number], select") ||
    (event.key === " " && event.target.matches?.("button, a"));
  if (!action || writes || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
const buttons = {
  first: keys.Home, "turn-back": turnBack, back: keys.ArrowLeft, play: toggle, on: keys.ArrowRight,
  "turn-on": turnOn, last: keys.End,
};
for (const [id, action] of Object.entries(buttons)) element(id).addEventListener("click", action);
element("slider").max = last;
element("slider").addEventListener("input", (event) => show(Number(event.target.value)));
element("turn").max = frames[last].turn;
element("turn").addEventListener("change", (event) => show(endOf(Number(event.target.value))));
element("speed").addEventListener("change", () => changeSpeed(0));
listSeats();
listMoves();
listVerdicts();
drawCurves();
addEventListener("hashchange", () => show(linked() ?? current));
if (matchMedia("(prefers-reduced-motion: reduce)").matches) element("speed").selectedIndex = 0;
show(linked() ?? opens);
