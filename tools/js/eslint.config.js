// Faults that the type check does not find. Run from the root of the repository.

import js from "@eslint/js";
import globals from "globals";

const NO_MARKUP = "Make elements instead: text must never become markup. Only morph.js parses HTML.";

export default [
  js.configs.recommended,
  {
    files: ["src/ludus/web/static/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      "default-case-last": "error",
      "eqeqeq": "error",
      "no-constructor-return": "error",
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property, message: NO_MARKUP })),
      ],
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unused-expressions": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-assignment": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "radix": "error",
      "max-lines": ["error", 300],
    },
  },
  { files: ["src/ludus/web/static/morph.js"], rules: { "no-restricted-properties": "off" } },
];
