// A bare Node process that does what Lambda's runtime does: loads index.mjs once, then answers events one by one.
const { handler } = await import(process.argv[2]);
process.on("message", async ({ id, event }) => {
  try {
    process.send({ id, result: await handler(event, { awsRequestId: String(id) }) });
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) });
  }
});
process.send({ ready: true });
