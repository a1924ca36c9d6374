/** Made by web/common-passwords.ts: lower-case passwords, one a line. */
declare module "virtual:common-passwords" {
  const passwords: string;
  export default passwords;
}

/** Made by web/service-worker.ts. */
declare module "virtual:shape" {
  const shape: string;
  export default shape;
}
