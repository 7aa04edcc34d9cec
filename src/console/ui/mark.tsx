/** The product's mark: a shelf of bins as three stacked bars, the lowest open like a dock door. */

interface MarkProps {
  readonly size: number
}

export function Mark({ size }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <rect width="48" height="48" rx="11" fill="var(--mantine-color-harbour-7)" />
      <g fill="#ffffff">
        <rect x="9" y="10" width="30" height="7" rx="2" />
        <rect x="9" y="20.5" width="30" height="7" rx="2" opacity="0.82" />
        <path d="M11 31h26a2 2 0 0 1 2 2v5h-7v-3.5H16V38H9v-5a2 2 0 0 1 2-2z" opacity="0.64" />
      </g>
    </svg>
  )
}
