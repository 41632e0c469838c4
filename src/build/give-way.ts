import { constants, setPriority } from 'node:os';

/**
 * Lets the thread that compiles and renders go first, where there are fewer processors than threads that have something
 * to do: all others only have to be done when it is. Linux gives each thread a priority of its own; elsewhere the whole
 * process would give way, to whatever else runs on the machine.
 */
export function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
