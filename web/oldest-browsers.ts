/** The oldest versions that the pages are built for. packages/browsers.test.ts holds what they use to it. */
export const OLDEST = { chrome: 123, edge: 123, firefox: 128, safari: 17.5, safari_ios: 17.5 };
