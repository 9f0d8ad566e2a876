/** Runs `Door` as a process that a test can kill. `door-process.ts PORT FILE` prints its address and then serves requests. */
import { Door } from './door.ts';
import { Verdicts } from './verdicts.ts';

const [port = '0', file = ''] = process.argv.slice(2);
const door = await new Door(new Verdicts(file)).listen(Number(port));
console.log(door.url);
