import { type Plugin, parseSync, Visitor } from "vite";

/** Of an endpoint, what only the server and its documentation read. */
const FOR_SERVER = /^(access|summary|params|query|status|maxBody|idempotent|versioned)$/;

/** Leaves what no screen reads out of the contract, and with it the schemas that nothing else uses. */
export const contractForScreens: Plugin = {
  name: "contract-for-screens",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/packages/contract/src/")) return undefined;
    const cuts: [start: number, end: number][] = [];
    new Visitor({
      CallExpression({ callee, arguments: given }) {
        const options = given[1];
        if (callee.type !== "MemberExpression" || options?.type !== "ObjectExpression") return;
        if (callee.object.type !== "Identifier" || callee.object.name !== "endpoint") return;
        for (const { start, end, ...property } of options.properties)
          if (
            property.type === "Property" &&
            property.key.type === "Identifier" &&
            FOR_SERVER.test(property.key.name)
          )
            cuts.push([start, code[end] === "," ? end + 1 : end]);
      },
    }).visit(parseSync(id, code).program);
    return cuts.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
  },
};
