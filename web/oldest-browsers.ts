/** The oldest supported browsers. packages/browsers.test.ts checks that the pages use no newer features. */
export const OLDEST = { chrome: 123, edge: 123, firefox: 128, safari: 17.5, safari_ios: 17.5 };
