/** Trusted only beside the secret: a request that did not come through CloudFront can carry any address. */
export const VIEWER_ADDRESS_HEADER = "x-viewer-address";
export const ORIGIN_SECRET_HEADER = "x-origin-secret";
