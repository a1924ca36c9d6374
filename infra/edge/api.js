// Runs at CloudFront before a request goes to the API; overwrites the header if the viewer sent it.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it
function handler(event) {
  var request = event.request;
  request.headers["x-viewer-address"] = { value: event.viewer.ip };
  return request;
}
