import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { synthesiseInto } from "../../../infra/test/synthesise.ts";

const resource = v.looseObject({
  Type: v.string(),
  Properties: v.optional(v.record(v.string(), v.unknown()), {}),
  DependsOn: v.optional(v.union([v.string(), v.array(v.string())]), []),
});
const template = v.looseObject({ Resources: v.record(v.string(), resource) });
export type Template = v.InferOutput<typeof template>;

/** A stack's name and template as `cdk deploy` sends them; `path` is the file. */
export type Synthesised = { name: string; path: string; template: Template };

/** Synthesizes a stage in this account and region, with the built functions and a page of one line. */
export function synthesise(
  folder: string,
  artefacts: string,
  context: Record<string, unknown>,
): Synthesised[] {
  const web = join(folder, "web");
  mkdirSync(join(web, "assets"), { recursive: true });
  for (const file of ["index.html", "assets/app.js"]) writeFileSync(join(web, file), "\n");
  const outdir = join(folder, "cdk.out");
  synthesiseInto(outdir, { artefacts, web, commit: "rehearsal" }, context);
  return readdirSync(outdir)
    .filter((file) => file.endsWith(".template.json"))
    .map((file) => {
      const path = join(outdir, file);
      const parsed = v.parse(template, JSON.parse(readFileSync(path, "utf8")));
      return { name: file.slice(0, -".template.json".length), path, template: parsed };
    });
}

/**
 * The template without resources that the emulator does not know and CDK's check of its bootstrap. A reference to a
 * removed resource becomes a text, or the function of an alias.
 */
export function emulated(
  { Resources, Parameters: _parameters, Rules: _rules, Outputs, ...others }: Template,
  knownTypes: ReadonlySet<string>,
  secrets: Record<string, string>,
): { template: Template; leftOut: string[] } {
  const isKnown = (id: string) => knownTypes.has(Resources[id]?.Type ?? "");
  const leftOut = Object.keys(Resources).filter((id) => !isKnown(id));

  const standIn = (id: string): unknown => {
    const { Type, Properties = {} } = Resources[id] ?? {};
    if (Type === "AWS::SecretsManager::Secret") return secrets[String(Properties.Name)] ?? id;
    const named = Object(Properties.FunctionName);
    if (Type === "AWS::Lambda::Alias" && typeof named.Ref === "string")
      return { "Fn::GetAtt": [named.Ref, "Arn"] };
    return `https://${id.toLowerCase()}.emulated`;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    // An alias, which the emulator does not know.
    if (value === ":live") return "";
    if (typeof value !== "object" || value === null) return value;
    const { Ref, "Fn::GetAtt": attribute } = Object(value);
    const target =
      typeof Ref === "string" ? Ref : Array.isArray(attribute) ? String(attribute[0]) : undefined;
    if (target !== undefined && target in Resources && !isKnown(target)) return standIn(target);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
  };
  const kept = Object.entries(Resources)
    .filter(([id]) => isKnown(id))
    .map(([id, each]) => {
      const DependsOn = [each.DependsOn].flat().filter(isKnown);
      return [id, { ...each, Properties: walk(each.Properties), DependsOn }] as const;
    });
  const changed = { ...others, Resources: Object.fromEntries(kept), Outputs: walk(Outputs) };
  return { template: v.parse(template, changed), leftOut: leftOut.map((id) => Resources[id]?.Type ?? id) };
}
