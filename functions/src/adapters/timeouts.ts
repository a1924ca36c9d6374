/**
 * The time that an SDK client waits, in milliseconds: for a connection, and for an answer. A socket that died while the
 * function was frozen then costs a second try, not the function's whole time.
 */
export const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
