// The rules page: opens the group of the clause that the address names.

import { find } from "./dom.js";
import "./page.js";

function showClause() {
  const clause = location.hash.length > 1 && find(decodeURIComponent(location.hash.slice(1)));
  if (!clause) return;
  const group = clause.closest("details");
  if (group) group.open = true;
  clause.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", showClause);
showClause();
