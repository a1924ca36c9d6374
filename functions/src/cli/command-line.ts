import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";

type Option = {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  default?: string | boolean;
  /** The option's value, such as NAME; absent for a switch. */
  takes?: string;
  matches?: RegExp;
  help: string;
};
export type Options = Record<string, Option>;

export type Usage<O extends Options> = {
  /** Usage lines, as typed. */
  use: readonly [string, ...string[]];
  about: string;
  /** Minimum and maximum number of positional arguments; none by default. */
  words?: readonly [fewest: number, most: number];
  options: O;
};

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>;

/** Ends a command with its sentence and exit code 1. */
export class UsageProblem extends Error {}

/** Ends a command with its help and exit code 0. */
class HelpRequested extends Error {}

export function readCommandLine<O extends Options>(
  usage: Usage<O>,
  args: string[],
): { words: string[]; options: Parsed<O>["values"] } {
  // `--help` wins over every other argument.
  if (args.includes("--help") || args.includes("-h")) throw new HelpRequested(helpOf(usage));
  const { words: [fewest, most] = [0, 0], options } = usage;
  const { positionals, values } = parsed({ args, allowPositionals: true, options }, usage);
  for (const [name, { takes, matches }] of Object.entries<Option>(options)) {
    const given = Object.entries(values).find(([key]) => key === name)?.[1];
    if (matches && typeof given === "string" && !matches.test(given))
      throw wrongUse(usage, `--${name} takes ${takes}, not "${given}"`);
  }
  if (positionals.length < fewest || positionals.length > most || !positionals.every(Boolean))
    throw wrongUse(usage);
  return { words: positionals, options: values };
}

function parsed<O extends Options>(
  config: { args: string[]; allowPositionals: true; options: O },
  usage: Usage<O>,
): Parsed<O> {
  try {
    return parseArgs(config satisfies ParseArgsConfig);
  } catch (error) {
    // "Unknown option '--al'. To specify a positional argument …"
    const [sentence] = error instanceof Error ? error.message.split(". ") : [];
    throw wrongUse(usage, sentence);
  }
}

/** An error in the arguments that the usage line alone does not explain. */
export const wrongUse = ({ use }: Pick<Usage<Options>, "use">, sentence?: string): UsageProblem =>
  new UsageProblem(`${sentence ? `${sentence}. ` : ""}Use: ${use.join(", or ")}`);

function helpOf({ use, about, options }: Usage<Options>): string {
  const rows = [...Object.entries(options), ["help", { help: "prints this" }] as const].map(
    ([name, option]) => [`--${name}${"takes" in option ? ` ${option.takes}` : ""}`, option.help] as const,
  );
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return [
    `Use: ${use.join("\n     ")}`,
    about,
    rows.map(([name, help]) => `  ${name.padEnd(width)}${help}`).join("\n"),
  ].join("\n\n");
}

/** The value of an option that is a whole number, at least 1. */
export const COUNT = { type: "string", takes: "N", matches: /^[1-9]\d{0,8}$/ } as const;

/** Runs a command. `problemOf` gives the sentence for further errors that its user can correct. */
export async function runCommand(
  work: () => Promise<unknown>,
  problemOf?: (error: unknown) => string | undefined,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    explain(error, problemOf);
  }
}

/** Reads the process's command line; ends the process if that asks for help or is wrong. */
export function readOrEnd<O extends Options>(usage: Usage<O>) {
  try {
    return readCommandLine(usage, process.argv.slice(2));
  } catch (error) {
    explain(error);
    process.exit();
  }
}

const REFUSED =
  /AccessDenied|UnrecognizedClient|ExpiredToken|InvalidClientTokenId|InvalidSignature|SignatureDoesNotMatch/;

/** The sentence for an error of AWS or the operating system that any command can meet; undefined for others. */
function outsideProblem(error: unknown): string | undefined {
  // The SDK exports no classes for these.
  if (error instanceof Error && error.name === "CredentialsProviderError")
    return "No AWS credentials were found; sign in, or set AWS_PROFILE.";
  if (error instanceof Error && error.message === "Region is missing")
    return "No AWS region is set; set AWS_REGION.";
  if (error instanceof Error && REFUSED.test(error.name))
    return `AWS refused the credentials or a right of theirs: ${error.message}`;
  // The system's errors name the call, such as "open" or "getaddrinfo".
  if (error instanceof Error && "syscall" in error && "code" in error)
    return "hostname" in error
      ? `${error.hostname} cannot be reached (${error.code}).`
      : `${"path" in error ? error.path : "The file"} cannot be used (${error.code}).`;
  return undefined;
}

function explain(error: unknown, problemOf: (error: unknown) => string | undefined = () => undefined): void {
  if (error instanceof HelpRequested) {
    console.log(error.message);
    return;
  }
  const sentence =
    error instanceof UsageProblem ? error.message : (problemOf(error) ?? outsideProblem(error));
  if (sentence === undefined) throw error;
  console.error(sentence);
  process.exitCode = 1;
}

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds; undefined if the text is not an instant with a time zone. */
export const parseInstant = (text: string): number | undefined => {
  // JavaScript reads 30 February as 2 March.
  const at = v.is(timestamp, text) && parseDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};
