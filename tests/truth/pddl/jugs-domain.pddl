; Jugs of water, as numbers.
(define (domain jugs)
  (:requirements :typing :numeric-fluents)
  (:types jug)
  (:functions (water ?j - jug) (room ?j - jug) (poured))
  (:action fill
    :parameters (?j - jug)
    :precondition (< (water ?j) (room ?j))
    :effect (and (increase (poured) (- (room ?j) (water ?j))) (assign (water ?j) (room ?j))))
  (:action empty
    :parameters (?j - jug)
    :precondition (> (water ?j) 0)
    :effect (assign (water ?j) 0))
  (:action pour-all
    :parameters (?from ?to - jug)
    :precondition (and (not (= ?from ?to)) (> (water ?from) 0)
                       (<= (+ (water ?from) (water ?to)) (room ?to)))
    :effect (and (assign (water ?from) 0) (increase (water ?to) (water ?from))))
  (:action pour-some
    :parameters (?from ?to - jug)
    :precondition (and (not (= ?from ?to)) (> (+ (water ?from) (water ?to)) (room ?to))
                       (< (water ?to) (room ?to)))
    :effect (and (decrease (water ?from) (- (room ?to) (water ?to))) (assign (water ?to) (room ?to)))))
