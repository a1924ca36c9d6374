/** Milliseconds. Short, so that a socket that died while the function was frozen costs one retry. */
export const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
