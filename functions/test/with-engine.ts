import { startEngine } from "../src/local/database.ts";

export async function withEngine<T>(work: (endpoint: string) => Promise<T>): Promise<T> {
  const engine = await startEngine();
  try {
    return await work(engine.endpoint);
  } finally {
    await engine.stop();
  }
}
