// Talking to the server: the session's cookie travels by itself; streams can be cut off at any time.

import { language } from './language.js';

// The key in the address has opened the session; it need not stay in sight, nor in the history.
const address = new URL(location.href);
if (address.searchParams.has('key')) {
  address.searchParams.delete('key');
  history.replaceState(history.state, '', address);
}

/** What this page calls itself, so that no page takes more than its share of searches. */
const client = Math.random().toString(36).slice(2);

/** An answer that says what was wrong, in a sentence. */
export class Refused extends Error {
  /** @param {string} message @param {number} status @param {any} [present] how things stand, where that is why */
  constructor(message, status, present) {
    super(message);
    this.status = status;
    this.present = present;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON; without it the call is a GET
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  /** @type {RequestInit} */
  const request = {
    headers: { 'x-plywood-client': client, 'accept-language': language },
    signal,
  };
  if (body !== undefined) {
    request.method = 'POST';
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, 'content-type': 'application/json' };
  }
  const response = await fetch(`/api/${path}`, request);
  if (!response.ok) {
    const problem = await response.json().catch(() => ({ error: response.statusText }));
    throw new Refused(problem.error, response.status, problem.present);
  }
  return response;
}

/** @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function call(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** What to tell people about a failed call. @param {unknown} problem @param {string} otherwise */
export function reasonOf(problem, otherwise) {
  return problem instanceof Refused || problem instanceof SyntaxError ? problem.message : otherwise;
}

/** Whether a call ended because we wanted no more. @param {unknown} problem */
export function isOurs(problem) {
  return problem instanceof DOMException && problem.name === 'AbortError';
}

/**
 * Reads a stream of JSON lines, or the data of server-sent events, one object at a time.
 * @param {string} path
 * @param {unknown} body `undefined` for a GET
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* stream(path, body, signal) {
  const response = await send(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const text = line.startsWith('data:') ? line.slice(5) : line;
      if (text.trim().startsWith('{')) yield JSON.parse(text);
    }
  }
}
