import type { Clock, SecurityLog } from "@coffer/core/env";
import { requestNetwork } from "./api/client.ts";

/** Callers log no personal data, tokens or bodies. */
export type Log = {
  info(message: string, more?: Record<string, unknown>): void;
  error(message: string, more?: Record<string, unknown>): void;
};

export function createLog(write: (line: string) => void): Log {
  const line = (level: string, message: string, more: Record<string, unknown> = {}) =>
    write(
      JSON.stringify({ level, message, ...more }, (_key, value) =>
        value instanceof Error ? plain(value) : value,
      ),
    );
  return {
    info: (message, more) => line("info", message, more),
    error: (message, more) => line("error", message, more),
  };
}

/** Adds the current request's network to each line. */
export const createSecurityLog =
  (log: Log, clock: Clock): SecurityLog =>
  (event) =>
    log.info("security", { at: new Date(clock()).toISOString(), network: requestNetwork(), ...event });

const plain = ({ name, message, stack, cause }: Error) => ({ name, message, stack, cause });
