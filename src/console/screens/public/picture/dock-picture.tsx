/** A warehouse at its dock, beside the forms of the public pages: decorative, drawn in the tokens of both schemes. */
import classes from '#console/screens/public/picture/dock-picture.module.css'

const DOORS = [60, 168, 276]
const BINS: readonly (readonly [x: number, y: number, width: number])[] = [
  [68, 282, 34],
  [106, 282, 34],
  [80, 256, 34],
  [288, 282, 46],
]

export function DockPicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 420 340" aria-hidden="true">
      <rect className={classes.sky} width="420" height="340" rx="20" />
      <circle className={classes.sun} cx="340" cy="70" r="30" />
      <path className={classes.hall} d="M40 308V150l170-54 170 54v158z" />
      <path className={classes.roof} d="M28 156 210 98l182 58" />
      <rect className={classes.sign} x="154" y="138" width="112" height="20" rx="4" />
      {DOORS.map((x) => (
        <g key={x}>
          <rect className={classes.door} x={x} y="192" width="84" height="116" rx="4" />
          <path
            className={classes.slats}
            d={`M${String(x)} 212h84M${String(x)} 228h84M${String(x)} 244h84`}
          />
        </g>
      ))}
      <rect className={classes.open} x="60" y="212" width="84" height="96" />
      <rect className={classes.open} x="276" y="244" width="84" height="64" />
      {BINS.map(([x, y, width]) => (
        <g key={`${String(x)} ${String(y)}`}>
          <rect className={classes.bin} x={x} y={y} width={width} height="26" rx="3" />
          <path className={classes.label} d={`M${String(x + 8)} ${String(y + 13)}h12`} />
        </g>
      ))}
      <path className={classes.ground} d="M20 308h380" />
    </svg>
  )
}
