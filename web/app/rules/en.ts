// The rules in plain English. The numbers are those of the exact rules.

import type { RuleBook } from "./section";

export const en: RuleBook = {
  tongiaki: [
    { id: "aim", numbers: "T29–T30", title: "What it is about", picture: 1, text: [
      "You sail from Tonga into an unknown sea and settle islands. At the end, every island on which you have a ship is worth its number to you. It makes no difference how many ships you have there.",
      "Tonga is worth nothing. On equal points, the player on more islands wins, then the one with fewer ships on the board.",
    ] },
    { id: "setup", numbers: "T1–T5", title: "The start", picture: 0, text: [
      "Everybody has 15 ships. Only Tonga lies on the table; 15 islands and 16 waters lie face down in a hidden order.",
      "In turn, everybody puts one ship on a beach of Tonga, and then a second one. At least one mooring of each beach stays free.",
    ] },
    { id: "expand", numbers: "T6–T7, T31", title: "Expand", text: [
      "Choose an island with ships of yours. As many new ships join them as you have there, at most one on each beach, and no more than you have in supply.",
      "If all your ships are on the board, take one of them from anywhere and put it down as the only new one.",
    ] },
    { id: "voyage", numbers: "T14–T18", title: "Full beaches set sail", picture: 2, text: [
      "A beach whose moorings are all taken is too crowded: its whole fleet leaves, whoever owns the ships. The player whose turn it is chooses the jetty, before anything is turned up.",
      "Where the sea is unknown, a tile is drawn and laid. Its red crest faces the fleet.",
      "On water, the fleet follows the current. The number says how many colours the fleet needs. A fleet with fewer is lost, and its ships go back to their owners.",
      "From a king island the fleet turns back to where it came from.",
    ] },
    { id: "landing", numbers: "T19–T20", title: "Landing", text: [
      "On an island, the player whose turn it is puts all ships of the fleet on the beaches: first one on each beach with a free mooring, then the rest. Ships without a mooring go back to their owners; the player chooses which.",
      "If that fills a beach, it sets sail, too. So one turn can be a long chain.",
    ] },
    { id: "king", numbers: "T8–T9", title: "Found a king island", picture: 3, text: [
      "Instead of expanding: where only your ships stand, leave one for good and take the others back. The island is yours until the end. Nobody can land or sail through.",
      "You may do this twice in a game, and never on Tonga.",
    ] },
    { id: "resettle", numbers: "T10–T12, T32", title: "Resettle", text: [
      "Instead of expanding: take all your ships off the board, except from king islands. Draw tiles and lay each beside a jetty or a current of your choice, until an island comes. Put one ship on it.",
    ] },
    { id: "enter", numbers: "T13", title: "Without a ship", text: [
      "If you have no ship on the board but kings, you come in anew: with two ships on Tonga, or with one ship on a beach of another island.",
    ] },
    { id: "endless", numbers: "T21–T25, T33–T35", title: "Endless chains", text: [
      "Jetties that lead straight back may be used only if an island has no other way out. If a chain could go on for ever, all ships of the island go back to their owners, and its tile leaves the game.",
    ] },
    { id: "end", numbers: "T26–T28, T36–T37", title: "The end", text: [
      "When the last island or the last water has been drawn, the turn is played to its end, and the game is over. In the Hungarian edition a last water ends the game at once.",
      "A turn limit ends games in which nobody draws.",
    ] },
  ],
  wongar: [
    { id: "aim", numbers: "W26", title: "What it is about", text: [
      "Ten regions fill with stones of three kinds: lenses, cubes and cylinders. Where a figure arrives, a ceremony is held: for each kind, the player with the most stones there scores. Most points win.",
    ] },
    { id: "setup", numbers: "W1–W7, W29", title: "The start", picture: 1, text: [
      "Stones of all players are drawn at random into the regions. In the advanced game, the players place them one by one.",
      "Each region has a stack of cards with one open card. Everybody has ritual cards in hand. One player has the Ancestor and the boomerang, another one the Elder.",
    ] },
    { id: "round", numbers: "W8–W11", title: "A round", text: [
      "The owner of the Ancestor gets the boomerang and turns up missing cards. The owner of the Elder draws a ritual card.",
      "From the boomerang on, each player takes one open card from any region, does what it says, and keeps it.",
    ] },
    { id: "stones", numbers: "W12–W14", title: "Cards for stones", text: [
      "Lens, cube or cylinder: put a stone of this kind into the card's region. Then twice: put another one anywhere, or draw a ritual card.",
      "Triple: put three stones of one kind anywhere. Four rituals: draw four ritual cards.",
    ] },
    { id: "figures", numbers: "W15", title: "Cards for figures", picture: 2, text: [
      "Ancestor: take its token and move it to a region next to it. Elder: take its token and move it one or two steps. Both: take both tokens; both figures go to the card's region. Then a ceremony is held there.",
    ] },
    { id: "ceremony", numbers: "W19–W23", title: "A ceremony", text: [
      "All who have a stone in the region take part, the owner of the Ancestor first. In turn you play a ritual card or pass. Whoever has passed is out.",
      "A card removes another player's stone of its kind, or moves a stone of yours out to a neighbouring region or in from one. A double does this with two stones of any kind.",
      "Then each kind scores for the player with most stones of it. On a tie the owner of the Ancestor scores, or whoever comes next after him. Points grow from phase to phase.",
    ] },
    { id: "scorpion", numbers: "W16–W18, W32", title: "Scorpions", picture: 3, text: [
      "Whoever turns up or draws a scorpion goes back one point for each player behind him, and the scorpion moves on. In the advanced game scorpions cost nothing.",
    ] },
    { id: "advanced", numbers: "W27–W32", title: "The advanced game", text: [
      "Everybody has an Ancestor and an Elder card of his own. Instead of taking an open card you may play one of them, once each.",
      "You do not draw ritual cards blindly: you choose them from the deck. Only you know which.",
    ] },
    { id: "end", numbers: "W24–W26", title: "The end", text: [
      "The last space of the scorpion's track or an empty stack calls the end. The round is finished. For each kind, whoever has taken most of its cards gets 8 points more.",
    ] },
  ],
};
