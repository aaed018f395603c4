import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** Opens an http address as a browser does when it navigates. Resolves with the page. */
export async function navigate(address: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }, resolve).on(
      'error',
      reject,
    );
  });
  return await text(response);
}
