/** Milliseconds. A socket that died while the function was frozen costs a second try, not the whole time. */
export const TIMEOUTS = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
