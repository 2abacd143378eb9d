// The page of a player aid: it can be printed.

import { fit } from "./aid-fit.js";
import { byId } from "./dom.js";
import { drawPositions } from "./positions.js";
import "./page.js";

/** All of the page is in sight. */
const fits = () => document.documentElement.scrollHeight <= innerHeight;
const fill = () => fit(byId("aid"), fits);

byId("aid-print").addEventListener("click", () => print());
addEventListener("resize", fill);
document.fonts.ready.then(fill);
fill();
drawPositions(document);
