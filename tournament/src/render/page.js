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
  element("cursor").setAttribute("transform", `translate(${across(current)} 0)`);
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
  for (const candidate of search.moves ?? []) {
    const row = table.insertRow();
    const value = typeof candidate.value === "number" ? candidate.value.toFixed(3) : "";
    for (const text of [candidate.move, candidate.visits, value]) row.append(make("td", text ?? ""));
  }
  const iterations = search.iterations === undefined ? "" : `${search.iterations} iterations`;
  element("search").lastElementChild.replaceChildren(make("p", iterations), table);
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

// The score curve: all steps across, from the fewest points to the most.
const most = Math.max(5, ...frames.flatMap((frame) => frame.points));
const least = Math.min(0, ...frames.flatMap((frame) => frame.points));
const across = (step) => 30 + (340 * step) / Math.max(1, last);
const up = (points) => 135 - (120 * (points - least)) / (most - least);

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

function drawCurve() {
  const grid = [least, Math.round((least + most) / 2), most].map(
    (points) => `<path d="M30 ${up(points)}H370" class="grid"/>` +
      `<text x="25" y="${up(points) + 4}" font-size="11" text-anchor="end">${points}</text>`);
  const ends = apart(seats.map((_, seat) => up(frames[last].points[seat]) + 4));
  const lines = seats.map(({ letter, colour }, seat) => {
    const steps = frames.map((frame, step) => `${across(step).toFixed(1)} ${up(frame.points[seat]).toFixed(1)}`);
    return `<polyline points="${steps.join(" ")}" fill="none" stroke="#000" stroke-width="3.2"/>` +
      `<polyline points="${steps.join(" ")}" fill="none" stroke="${colour}" stroke-width="2.2"/>` +
      `<text x="376" y="${ends[seat]}" font-size="12" font-weight="bold">${letter}</text>`;
  });
  element("curve").innerHTML = grid.join("") + lines.join("") +
    `<path id="cursor" d="M0 8V140" stroke="currentColor" stroke-dasharray="3 2"/>`;
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
element("curve").addEventListener("click", (event) => {
  const { left, width } = element("curve").getBoundingClientRect();
  show(Math.round((((event.clientX - left) / width) * 400 - 30) / 340 * last));
});
listSeats();
listMoves();
drawCurve();
addEventListener("hashchange", () => show(linked() ?? current));
if (matchMedia("(prefers-reduced-motion: reduce)").matches) element("speed").selectedIndex = 0;
show(linked() ?? opens);
