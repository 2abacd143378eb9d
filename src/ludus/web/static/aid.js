// The page of a player aid: it can be printed.

import { byId } from "./dom.js";
import "./page.js";

byId("aid-print").addEventListener("click", () => print());
