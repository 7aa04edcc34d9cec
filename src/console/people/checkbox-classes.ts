/** A checkbox or switch whose label is also a touch target. */
import classes from '#console/people/checkbox-classes.module.css'

export const BOX = { body: classes.body, label: classes.words }
