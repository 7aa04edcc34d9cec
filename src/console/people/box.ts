/** A checkbox or switch whose label is also a touch target. */
import classes from '#console/people/box.module.css'

export const BOX = { body: classes.body, label: classes.words }
