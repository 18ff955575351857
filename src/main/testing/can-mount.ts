import { spawnSync } from 'node:child_process'

/** Whether file systems can be mounted here: root on Linux, outside most containers. */
export const canMount =
  process.platform === 'linux' &&
  spawnSync('sh', [
    '-c',
    'd=$(mktemp -d) && mount -t tmpfs none "$d" && umount "$d"; r=$?; rmdir "$d"; exit $r',
  ]).status === 0
