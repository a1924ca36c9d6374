import { type Plugin, parseSync, Visitor } from "vite";

const FOR_SERVER = /^(access|summary|params|query|status|maxBody|idempotent|deletesOnce|versioned)$/;

/** Leaves what no screen reads out of the contract, and with it the schemas that nothing else uses. */
export const contractForScreens: Plugin = {
  name: "contract-for-screens",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/packages/contract/src/")) return undefined;
    const cuts: [start: number, end: number][] = [];
    new Visitor({
      CallExpression({ callee, arguments: [access] }) {
        if (callee.type === "Identifier" && callee.name === "allow" && access)
          cuts.push([access.start, access.end]);
      },
      ObjectExpression({ properties }) {
        const named = properties.flatMap((property) =>
          property.type === "Property" && property.key.type === "Identifier"
            ? [
                {
                  name: property.key.name,
                  value: property.value.type,
                  start: property.start,
                  end: property.end,
                },
              ]
            : [],
        );
        const isDefinition = named.some(
          ({ name, value }) => name === "reply" || (name === "summary" && value === "Literal"),
        );
        if (!isDefinition) return;
        for (const { name, start, end } of named)
          if (FOR_SERVER.test(name)) cuts.push([start, code[end] === "," ? end + 1 : end]);
      },
    }).visit(parseSync(id, code).program);
    return cuts.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
  },
};
