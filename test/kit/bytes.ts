/** `text` in UTF-8. */
export const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
