// Starts git for another process, which is large: a fork of it copies the tables of its memory, which takes ten times as long.
import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import type { GitEnd, GitStart } from './command.ts';

const server = createServer({ allowHalfOpen: true }, (socket) => {
  let head = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(0x0a);
    if (end < 0) return;
    socket.off('data', read).pause();
    socket.unshift(head.subarray(end + 1));
    start(socket, JSON.parse(head.toString('utf8', 0, end)) as GitStart);
  };
  socket.on('data', read);
});

function start(socket: Socket, { id, args, cwd, env }: GitStart): void {
  const child = spawn('git', [...args], { cwd, env });
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const end = (code: number): void => {
    const ended: GitEnd = { id, code, errors: Buffer.concat(errors).toString() };
    if (process.connected) process.send?.(ended);
    // What git did not read.
    socket.resume();
  };
  child.on('error', (error) => {
    errors.push(Buffer.from(error.message));
    socket.end();
    if (child.pid === undefined) end(1);
  });
  child.on('close', (code) => end(code ?? 1));
  child.stdin.on('error', () => child.stdin.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('close', () => child.kill());
  socket.pipe(child.stdin);
  child.stdout.pipe(socket);
}

server.listen(process.argv[2], () => process.send?.('listens'));
process.on('disconnect', () => {
  // Removes the file of its address.
  server.close();
  process.exit();
});
