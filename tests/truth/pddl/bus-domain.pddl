; A bus lets all out at once.
(define (domain bus)
  (:requirements :typing :conditional-effects :quantified-preconditions)
  (:types person bus place)
  (:predicates (stands ?b - bus ?p - place) (sits ?x - person ?b - bus) (waits ?x - person ?p - place)
               (road ?a ?b - place))
  (:action ride
    :parameters (?b - bus ?from ?to - place)
    :precondition (and (stands ?b ?from) (road ?from ?to))
    :effect (and (not (stands ?b ?from)) (stands ?b ?to)))
  (:action board
    :parameters (?x - person ?b - bus ?p - place)
    :precondition (and (stands ?b ?p) (waits ?x ?p))
    :effect (and (not (waits ?x ?p)) (sits ?x ?b)))
  (:action all-out
    :parameters (?b - bus ?p - place)
    :precondition (stands ?b ?p)
    :effect (forall (?x - person)
              (when (sits ?x ?b) (and (not (sits ?x ?b)) (waits ?x ?p))))))
